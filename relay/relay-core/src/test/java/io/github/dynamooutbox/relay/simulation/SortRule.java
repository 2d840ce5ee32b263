package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.Aggregate;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;
import java.util.List;
import java.util.Map;

/**
 * Records of an aggregate that a run gets together leave in the order of their sequence; so do
 * parked events that a redrive reads together.
 */
final class SortRule {
  private SortRule() {}

  /** A run is about to send an event to an ordered target. */
  static void sending(World world, Run run, CommittedEvent event, int mask) {
    Aggregate aggregate = event.commit.aggregate;
    if (!aggregate.inverted || !aggregate.sequenced) {
      return;
    }
    if (run.isRedrive()) {
      redriving(world, run, event, mask);
      return;
    }
    for (int i = event.streamOrdinal + 1; i < aggregate.inStream.size(); i++) {
      CommittedEvent later = aggregate.inStream.get(i);
      boolean first =
          later.ordinal < event.ordinal
              && later.commit.kind == Kind.EVENTS
              && later.commit.shard == event.commit.shard
              && run.gotTogether(event.commit.place, later.commit.place);
      boolean open =
          (later.must & mask) != 0
              && ((later.accepted | later.everParked) & (mask | CommittedEvent.ALL)) == 0;
      world.check(
          !first || !open,
          () -> run + " sends " + event + " before " + later + ", though it had both to sort");
    }
  }

  private static void redriving(World world, Run run, CommittedEvent event, int mask) {
    List<CommittedEvent> page =
        run.pages.entrySet().stream()
            .filter(each -> isFor(world, each.getKey(), mask))
            .map(Map.Entry::getValue)
            .filter(each -> each.contains(event))
            .findFirst()
            .orElse(List.of());
    for (CommittedEvent other : page) {
      world.check(
          other.commit.aggregate != event.commit.aggregate
              || other.ordinal >= event.ordinal
              || other.commit.kind != Kind.EVENTS
              || (other.must & ~other.accepted & mask) == 0,
          () -> run + " publishes " + event + " before " + other + ", though it read both");
    }
  }

  private static boolean isFor(World world, QueueName queue, int mask) {
    return queue.target().equals(LaneKey.ALL_TARGETS) || world.mask(queue.target()) == mask;
  }
}
