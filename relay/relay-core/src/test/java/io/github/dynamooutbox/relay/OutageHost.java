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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Hands the records of shards to relays as a host does, in virtual time: with Lambda each batch to
 * one of several containers, some of them new; with KCL all shards to one process.
 */
final class OutageHost {
  /** The default of {@code relay.batchSize}; KCL reads twice as many. */
  private static final int BATCH = 500;

  /** The function's timeout of a minute, less what it needs for its answer. */
  private static final Duration INVOCATION = Duration.ofSeconds(59);

  private static final Duration BEFORE_THE_NEXT = Duration.ofMillis(50);

  /** So many invocations begin in a container that has just started. */
  private static final double IS_NEW = 0.02;

  private final VirtualLoop loop;
  private final RecordFeed.Host host;
  private final int containers;
  private final Supplier<Relay> relays;
  private final Random random = new Random(5);
  private final Deque<Relay> idle = new ArrayDeque<>();
  private Duration writerIsAhead = Duration.ZERO;
  private boolean isOld;
  private long number;

  /**
   * @param containers how many containers of the function take turns
   * @param relays starts a container or a process
   */
  OutageHost(VirtualLoop loop, RecordFeed.Host host, int containers, Supplier<Relay> relays) {
    this.loop = loop;
    this.host = host;
    this.containers = containers;
    this.relays = relays;
  }

  /** The writer's clock is ahead of the stream's by this. */
  OutageHost writerIsAhead(Duration by) {
    writerIsAhead = by;
    return this;
  }

  /** Starts all containers, of which none ends any more. */
  void keepContainers() {
    isOld = true;
    while (idle.size() < containers) {
      idle.addLast(relays.get());
    }
  }

  /** Records that were committed so far. */
  long committed() {
    return number;
  }

  /**
   * Records arrive from now on.
   *
   * @param rate records a second
   * @param every how often some arrive
   * @param shards the stream's shards, which get as many records each
   * @param lanes aggregates
   * @param odd every so many records the event is of type {@code Odd}
   */
  void start(double rate, Duration every, int shards, int lanes, int odd) {
    List<Shard> all = new ArrayList<>();
    Relay process = relays.get();
    for (int shard = 0; shard < shards; shard++) {
      Shard started = new Shard();
      all.add(started);
      switch (host) {
        case LAMBDA -> started.invoke();
        case KCL -> started.submitTo(process.open("shard-" + shard));
      }
    }
    arrive(all, rate, every, 0, lanes, odd);
  }

  private void arrive(
      List<Shard> shards, double rate, Duration every, double due, int lanes, int odd) {
    double left = due + rate * every.toMillis() / 1e3;
    while (left >= 1) {
      left--;
      number++;
      long lane = (number * 7_919) % lanes;
      String type = odd > 0 && number % odd == 0 ? "Odd" : "OrderChanged";
      Instant written = loop.instant().plus(writerIsAhead);
      StreamRecord record = Records.record(number, "Order", "o" + lane, number, written, 1, type);
      shards
          .get((int) (lane % shards.size()))
          .waiting
          .add(Records.createdAt(loop.instant(), record));
    }
    double rest = left;
    loop.schedule(every, () -> arrive(shards, rate, every, rest, lanes, odd));
  }

  /** The same with some every tenth of a second. */
  void start(double rate, int shards, int lanes, int odd) {
    start(rate, Duration.ofMillis(100), shards, lanes, odd);
  }

  private Relay container() {
    boolean isNew = idle.isEmpty() || (random.nextDouble() < IS_NEW && !isOld);
    Relay next = isNew ? relays.get() : idle.removeFirst();
    if (isNew && !idle.isEmpty() && idle.size() >= containers) {
      idle.removeFirst();
    }
    return next;
  }

  private final class Shard {
    private final Deque<StreamRecord> waiting = new ArrayDeque<>();

    private void invoke() {
      List<StreamRecord> batch = waiting.stream().limit(BATCH).toList();
      if (batch.isEmpty()) {
        loop.schedule(BEFORE_THE_NEXT, this::invoke);
        return;
      }
      while (idle.size() < containers - 1 && random.nextInt(containers) > 0) {
        idle.addLast(relays.get());
      }
      Relay container = container();
      // Lambda does not name shards.
      ShardRelay relay = container.open("stream");
      relay.submit(batch);
      AtomicBoolean isOver = new AtomicBoolean();
      Runnable end =
          () -> {
            if (isOver.compareAndSet(false, true)) {
              relay.close().thenAccept(left -> answered(container, batch, left));
            }
          };
      var deadline = loop.schedule(INVOCATION, end);
      relay
          .settled()
          .thenRun(
              () -> {
                deadline.cancel();
                end.run();
              });
    }

    private void answered(
        Relay container, List<StreamRecord> batch, Optional<StreamPosition> left) {
      idle.addLast(container);
      for (StreamRecord record : batch) {
        if (left.isPresent() && record.position().compareTo(left.get()) >= 0) {
          break;
        }
        waiting.removeFirst();
      }
      loop.schedule(BEFORE_THE_NEXT, this::invoke);
    }

    private void submitTo(ShardRelay shard) {
      List<StreamRecord> batch = new ArrayList<>();
      while (!waiting.isEmpty() && batch.size() < 2 * BATCH) {
        batch.add(waiting.removeFirst());
      }
      if (batch.isEmpty()) {
        loop.schedule(BEFORE_THE_NEXT, () -> submitTo(shard));
      } else {
        shard.submit(batch).thenRun(() -> loop.schedule(BEFORE_THE_NEXT, () -> submitTo(shard)));
      }
    }
  }
}
