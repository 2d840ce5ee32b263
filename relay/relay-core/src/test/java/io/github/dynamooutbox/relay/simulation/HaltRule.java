package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Optional;

/**
 * A relay that says that nothing is left to do, and is not finished, has halted; and what stands
 * before the position where it halted is published, except where the stream was not in order.
 */
final class HaltRule {
  private HaltRule() {}

  static void settled(World world, Run run, Optional<StreamPosition> firstUnfinished) {
    if (firstUnfinished.isEmpty()) {
      return;
    }
    StreamPosition from = firstUnfinished.get();
    world.check(
        run.haltedAt.isPresent(), () -> run + " is settled at " + from + " and has not halted");
    StreamPosition halted = run.haltedAt.get();
    world.check(
        from.compareTo(halted) <= 0,
        () -> run + " halted at " + halted + " and passes it: " + from);
    int place = run.shard.placeOf(from);
    for (int i = place; run.shard.commits.get(i).position.compareTo(halted) < 0; i++) {
      Commit commit = run.shard.commits.get(i);
      if (commit.kind != Kind.NOT_OURS && !commit.aggregate.inverted) {
        for (CommittedEvent event : commit.events) {
          world.check(
              (event.must & ~(event.accepted | event.everParked)) == 0
                  || Ledger.isParkedForAll(event),
              () -> run + " halted at " + halted + " and left out " + event);
        }
      }
    }
  }
}
