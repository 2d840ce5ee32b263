package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** A relay with queues of parked events and one target, all in virtual time. */
abstract class ParkingBench extends ShardBench {
  static final BlockedAfter BLOCKED =
      new BlockedAfter(Duration.ofMinutes(1), Duration.ofSeconds(30));
  static final LaneKey LANE = new LaneKey("bus", "Order#a");
  static final LaneKey ALL = new LaneKey("*", "Order#a");

  final ScriptedTarget target =
      new ScriptedTarget("bus", true, new BatchLimits(10, 10_000, 2), loop);
  final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  final List<String> told = new ArrayList<>();
  Backoff ofTargets = new Backoff(Duration.ofMillis(10), Duration.ofSeconds(2), new Random(1));

  final ShardRelay open(ScriptedTarget to) {
    return Relay.builder(
            List.of(to), List.of(Rule.matching("{\"type\":[\"OrderChanged\"]}", "bus")), loop)
        .clock(loop)
        .backoff(ofTargets)
        .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BLOCKED)))
        .observer(new Teller(told))
        .build()
        .open("shard");
  }

  final StreamRecord order(long position, String id, long sequence) {
    return Records.order(position, id, sequence, loop.instant(), 1);
  }

  final StreamRecord unknown(long position, String id, long sequence) {
    return Records.record(position, "Order", id, sequence, loop.instant(), 1, "Unknown");
  }

  static Function<List<ScriptedTarget.Sent>, BatchOutcome> rejecting(String id) {
    return by(Map.of(id, new Rejected("TOO_BAD", "never")));
  }

  /** These events get these answers, all others are published. */
  static Function<List<ScriptedTarget.Sent>, BatchOutcome> by(Map<String, PublishOutcome> answers) {
    return entries ->
        new PerEntry(
            entries.stream()
                .map(sent -> answers.getOrDefault(sent.id(), Published.INSTANCE))
                .toList());
  }

  static Function<List<ScriptedTarget.Sent>, BatchOutcome> answer(PublishOutcome outcome) {
    return entries -> BatchOutcome.all(entries.size(), outcome);
  }

  /** Writes down what it is told. */
  private record Teller(List<String> told) implements RelayObserver {
    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Rejected it) {
        told.add("rejected " + it.envelope().event().id() + ' ' + it.code());
      } else if (event instanceof RelayEvent.Parked it) {
        told.add(
            "parked "
                + it.envelope().event().id()
                + ' '
                + it.cause().reason()
                + ' '
                + it.cause().code());
      } else if (event instanceof RelayEvent.ParkedUnreadable it) {
        told.add("unreadable " + it.record().place().position());
      } else if (event instanceof RelayEvent.Halted it) {
        told.add("halted " + it.position() + ' ' + it.reason() + ' ' + it.message());
      } else if (event instanceof RelayEvent.ControlFailed it) {
        told.add("control " + it.what() + ": " + it.code() + ": " + it.message());
      }
    }
  }
}
