package io.github.dynamooutbox.benchmarks.redrive;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.benchmarks.load.LaneRecords;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Publishes, parks and redrives the events of one shard. Each step returns when it is complete. */
final class ParkedShard {
  private static final int BATCH = 1_000;
  private static final Duration LONG = Duration.ofHours(2);

  /** Treats an unavailable target as blocked after a second, not a minute. */
  private static final BlockedAfter SOON =
      new BlockedAfter(Duration.ofSeconds(1), Duration.ofMinutes(5));

  private final LaneRecords events;
  private final int number;
  private final ControlTable control;

  ParkedShard(LaneRecords events, int number, ControlTable control) {
    this.events = events;
    this.number = number;
    this.control = control;
  }

  /**
   * Sends all events to these targets through a live relay, which parks those for a target that is
   * down.
   */
  void relay(List<PacedTarget> targets) {
    try (ThreadEventLoop loop = new ThreadEventLoop("benchmark-relay")) {
      ShardRelay shard =
          Relay.builder(List.<Target<?>>copyOf(targets), List.of(rule(targets)), loop)
              .parking(new ParkingPolicy(Optional.of(control.queues()), true, Optional.of(SOON)))
              .finishedAhead(control.finishedAhead())
              .build()
              .open("shard");
      for (int from = 0; from < number; from += BATCH) {
        List<StreamRecord> batch = events.records(from, Math.min(from + BATCH, number));
        join(shard.submit(batch));
      }
      join(shard.settled());
      Optional<?> left = join(shard.close());
      if (left.isPresent()) {
        throw new IllegalStateException("the relay stopped at " + left.get());
      }
    }
  }

  /** Redrives everything that is parked for a target. */
  void redrive(PacedTarget target) {
    try (ThreadEventLoop loop = new ThreadEventLoop("benchmark-redrive")) {
      Redrive redrive =
          Redrive.builder(
                  new RedriveBuilder.Setup(
                      control.queues(), List.of(target), List.of(rule(List.of(target))), loop))
              .build();
      for (int run = 0; ; run++) {
        List<QueueSummary> parked = join(redrive.parked());
        if (parked.isEmpty()) {
          return;
        }
        Instant end = Instant.now().plus(LONG);
        RedriveTime time = new RedriveTime(end, end, end.plusSeconds(1));
        join(redrive.run("run-" + run, parked, RedriveOrder.BLOCKED, time));
      }
    }
  }

  private static Rule rule(List<PacedTarget> targets) {
    return Rule.all(targets.stream().map(PacedTarget::name).toArray(String[]::new));
  }

  private static <T> T join(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }
}
