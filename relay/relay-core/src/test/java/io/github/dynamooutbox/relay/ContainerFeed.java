package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** Hands the records of shards to a function, one batch of each at a time, in virtual time. */
final class ContainerFeed {
  private static final int BATCH = 100;
  private static final int LANES = 50;

  /** More than a shard has. */
  private static final long POSITIONS = 1_000_000_000;

  /** The function's timeout of a minute, less what it needs for its answer. */
  private static final Duration INVOCATION = Duration.ofSeconds(59);

  private static final double DIES = 0.05;

  /** About as long as an invocation takes while all is well. */
  private static final int SHORT_LIFE_MILLIS = 50;

  private static final int LONG_LIFE_MILLIS = 40_000;
  private static final double IS_NEW = 0.1;
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** A container with the relay that it keeps. */
  private record Container(MortalLoop process, Relay relay) {}

  private final VirtualLoop loop;
  private final Random random;
  private final int recordsASecond;
  private final Function<MortalLoop, Relay> relays;
  private final List<Container> idle = new ArrayList<>();
  private int containers;
  private int deaths;

  /**
   * @param recordsASecond of each shard
   */
  ContainerFeed(
      VirtualLoop loop, Random random, int recordsASecond, Function<MortalLoop, Relay> relays) {
    this.loop = loop;
    this.random = random;
    this.recordsASecond = recordsASecond;
    this.relays = relays;
  }

  /** The shard with this position. */
  static int shard(StreamPosition position) {
    return (int) (Long.parseLong(position.sequenceNumber()) / POSITIONS) - 1;
  }

  /** The record with this number of a shard. */
  static StreamRecord record(Instant now, int shard, long number) {
    String aggregate = shard + "o" + number % LANES;
    return Records.createdAt(
        now,
        Records.order(POSITIONS * (shard + 1) + number, aggregate, 1 + number / LANES, now, 1));
  }

  int containers() {
    return containers;
  }

  int deaths() {
    return deaths;
  }

  /** Records of this shard arrive from now on. */
  void start(int shard) {
    Shard started = new Shard(shard);
    started.arrive();
    started.invoke();
  }

  private Container container() {
    if (!idle.isEmpty() && random.nextDouble() >= IS_NEW) {
      return idle.remove(random.nextInt(idle.size()));
    }
    containers++;
    MortalLoop process = new MortalLoop(loop);
    return new Container(process, relays.apply(process));
  }

  private final class Shard {
    private final int shard;
    private final Deque<StreamRecord> waiting = new ArrayDeque<>();
    private long number;

    private Shard(int shard) {
      this.shard = shard;
    }

    private void arrive() {
      for (int i = 0; i < recordsASecond; i++, number++) {
        waiting.add(record(loop.instant(), shard, number));
      }
      loop.schedule(SECOND, this::arrive);
    }

    private void invoke() {
      List<StreamRecord> batch = waiting.stream().limit(BATCH).toList();
      if (batch.isEmpty()) {
        loop.schedule(SECOND, this::invoke);
      } else {
        new Invocation(batch, container()).start();
      }
    }

    private final class Invocation {
      private final List<StreamRecord> batch;
      private final Container container;
      private final ShardRelay relay;
      private boolean isOver;

      private Invocation(List<StreamRecord> batch, Container container) {
        this.batch = batch;
        this.container = container;
        // Lambda does not name shards.
        this.relay = container.relay().open("stream");
      }

      private void start() {
        relay.submit(batch);
        container.process().schedule(INVOCATION, this::close);
        relay.settled().thenRun(this::close);
        if (random.nextDouble() < DIES) {
          int most = random.nextBoolean() ? LONG_LIFE_MILLIS : SHORT_LIFE_MILLIS;
          loop.schedule(Duration.ofMillis(random.nextInt(most)), this::die);
        }
      }

      private void die() {
        if (!isOver) {
          isOver = true;
          deaths++;
          container.process().die();
          loop.schedule(SECOND, Shard.this::invoke);
        }
      }

      private void close() {
        relay.close().thenAccept(this::answer);
      }

      private void answer(Optional<StreamPosition> left) {
        if (isOver || container.process().isDead()) {
          return;
        }
        isOver = true;
        idle.add(container);
        for (StreamRecord record : batch) {
          if (left.isPresent() && record.position().compareTo(left.get()) >= 0) {
            break;
          }
          waiting.removeFirst();
        }
        loop.schedule(left.isPresent() ? SECOND : Duration.ofMillis(50), Shard.this::invoke);
      }
    }
  }
}
