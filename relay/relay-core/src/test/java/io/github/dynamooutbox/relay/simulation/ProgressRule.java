package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Optional;

/**
 * After every step of its process, what a relay says is finished is finished, whether its host
 * passes it now, later or never; and it never takes anything back.
 */
final class ProgressRule {
  private final World world;
  private final Run run;
  private final ShardRelay relay;
  private int passed;

  /** Where it was found last: it is asked after each step, and seldom moves. */
  private StreamPosition found;

  private int foundAt;

  ProgressRule(World world, Run run, ShardRelay relay) {
    this.world = world;
    this.run = run;
    this.relay = relay;
    this.passed = run.from;
  }

  boolean isOver() {
    return run.isClosed();
  }

  void check() {
    Optional<StreamPosition> unfinished = relay.firstUnfinished();
    int place = unfinished.map(this::placeOf).orElse(run.givenUntil());
    world.check(
        passed <= place && place <= run.givenUntil(),
        () -> run + " was at place " + passed + " and says " + unfinished + " now");
    world.ledger.passing(run, run.shard, passed, place);
    passed = place;
  }

  private int placeOf(StreamPosition position) {
    if (!position.equals(found)) {
      found = position;
      foundAt = run.shard.placeOf(position);
    }
    return foundAt;
  }
}
