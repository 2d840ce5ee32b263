package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** A relay with queues of parked events and two targets, of which one or both fail. */
abstract class TargetDownBench extends ShardBench {
  static final Retry THROTTLED = new Retry("THROTTLED", "slow down");

  final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  final ScriptedTarget up = target("up", true);
  final ScriptedTarget down = target("down", true);
  final List<String> told = new ArrayList<>();
  final List<Duration> downFor = new ArrayList<>();
  final Random random = new Random(7);

  static BatchOutcome noAnswer(List<ScriptedTarget.Sent> entries) {
    return BatchOutcome.all(entries.size(), new Retry("DOWN", "no answer"));
  }

  final BatchOutcome perEntry(List<ScriptedTarget.Sent> entries, double accepted) {
    return new BatchOutcome.PerEntry(
        entries.stream()
            .<PublishOutcome>map(
                each -> random.nextDouble() < accepted ? Published.INSTANCE : THROTTLED)
            .toList());
  }

  final Relay relay(List<ScriptedTarget> targets, Rule rule) {
    return Relay.builder(List.copyOf(targets), List.of(rule), loop)
        .clock(loop)
        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)))
        .parking(
            new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)))
        .observer(
            event -> {
              if (event instanceof RelayEvent.TargetDown it) {
                told.add("down " + it.target() + ' ' + it.code());
              } else if (event instanceof RelayEvent.StillDown it) {
                downFor.add(it.age());
              } else if (event instanceof RelayEvent.TargetUp it) {
                told.add("up " + it.target());
              }
            })
        .build();
  }

  final ScriptedTarget target(String name, boolean ordered) {
    return new ScriptedTarget(name, ordered, new BatchLimits(10, 100_000, 4), loop);
  }

  final StreamRecord order(long position, String id) {
    return Records.order(position, id, position, loop.instant(), 1);
  }
}
