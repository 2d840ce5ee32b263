package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.loop.EventLoop.Timer;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** Hands the records of one shard to a relay as a host does, in virtual time. */
final class RecordFeed {
  /** Which host. */
  enum Host {
    /** One batch after the other, each by a relay of its own, within the function's time. */
    LAMBDA,
    /** One relay that gets the next records as soon as it has room. */
    KCL
  }

  /** The records from one number up to another, which have just been written. */
  interface Source {
    List<StreamRecord> records(long from, long to);
  }

  private static final int BATCH = 1_000;
  private static final int EVERY_MILLIS = 100;

  /** The function's timeout of a minute, less what it needs for its answer. */
  private static final Duration INVOCATION = Duration.ofSeconds(59);

  private static final Duration BEFORE_THE_NEXT = Duration.ofMillis(50);

  private final VirtualLoop loop;
  private final Relay relay;
  private final Host host;
  private final Source source;
  private final int perArrival;
  private final String name;

  /** Not yet finished with Lambda, not yet submitted with KCL. */
  private final Deque<StreamRecord> waiting = new ArrayDeque<>();

  private long number;

  /** 1,000 records a second. */
  RecordFeed(VirtualLoop loop, Relay relay, Host host, Source source) {
    this(loop, relay, host, source, 1_000);
  }

  /**
   * Another rate.
   *
   * @param rate records a second, a multiple of 10
   */
  RecordFeed(VirtualLoop loop, Relay relay, Host host, Source source, int rate) {
    this(loop, relay, host, source, rate, "shard");
  }

  RecordFeed(VirtualLoop loop, Relay relay, Host host, Source source, int rate, String name) {
    this.name = name;
    this.loop = loop;
    this.relay = relay;
    this.host = host;
    this.source = source;
    this.perArrival = rate * EVERY_MILLIS / 1_000;
  }

  /** Records arrive from now on. */
  void start() {
    arrive();
    switch (host) {
      case LAMBDA -> invoke();
      case KCL -> submitTo(relay.open(name));
    }
  }

  /** How many records are not yet finished with Lambda, not yet submitted with KCL. */
  int waiting() {
    return waiting.size();
  }

  private void arrive() {
    waiting.addAll(source.records(number, number + perArrival));
    number += perArrival;
    loop.schedule(Duration.ofMillis(EVERY_MILLIS), this::arrive);
  }

  private void invoke() {
    List<StreamRecord> batch = new ArrayList<>();
    for (StreamRecord record : waiting) {
      if (batch.size() == BATCH) {
        break;
      }
      batch.add(record);
    }
    if (batch.isEmpty()) {
      loop.schedule(BEFORE_THE_NEXT, this::invoke);
      return;
    }
    ShardRelay shard = relay.open(name);
    shard.submit(batch);
    // A relay that is closed is settled, too: what comes first answers, once.
    AtomicBoolean isOver = new AtomicBoolean();
    Runnable end =
        () -> {
          if (isOver.compareAndSet(false, true)) {
            shard.close().thenAccept(left -> answered(batch, left));
          }
        };
    Timer deadline = loop.schedule(INVOCATION, end);
    shard
        .settled()
        .thenRun(
            () -> {
              deadline.cancel();
              end.run();
            });
  }

  private void answered(List<StreamRecord> batch, Optional<StreamPosition> left) {
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
    while (!waiting.isEmpty() && batch.size() < BATCH) {
      batch.add(waiting.removeFirst());
    }
    if (batch.isEmpty()) {
      loop.schedule(BEFORE_THE_NEXT, () -> submitTo(shard));
    } else {
      shard.submit(batch).thenRun(() -> loop.schedule(BEFORE_THE_NEXT, () -> submitTo(shard)));
    }
  }
}
