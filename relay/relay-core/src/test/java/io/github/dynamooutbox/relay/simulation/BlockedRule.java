package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import java.time.Duration;
import java.time.Instant;

/**
 * Blocked is a fact about the target: nothing is parked as blocked before the target has been in
 * trouble for long enough, half as long if it accepts some, whatever the event's age, and a backlog
 * gets nothing more once the run knows that the target is up, and has been for a while. Except for
 * what the stream is about to trim.
 */
final class BlockedRule {
  /** Some requests of a target that throttles are accepted, and it takes a while to park. */
  private static final long STILL_IN_TROUBLE = 60 * SimTime.SECONDS;

  private BlockedRule() {}

  static void check(World world, Run run, QueueName queue, ParkedEvent parked) {
    Commit commit = world.history.commit(parked.place().record());
    Instant decided = parked.attempts().last();
    Instant created = SimTime.instantAt(commit.visibleAt);
    if (!decided.isBefore(created.plus(BlockedAfter.BACKSTOP))) {
      world.cover(Coverage.PARKED_NEAR_TRIM);
      return;
    }
    int target = Integer.numberOfTrailingZeros(world.mask(parked.place().lane().target()));
    long then = Duration.between(SimTime.instantAt(0), decided).toNanos();
    long apart = world.isSkewed ? World.MOST_SKEW.multipliedBy(2).toNanos() : 0;
    long down = world.plan.leastBlockedAfter().toNanos();
    long least = (world.services[target].acceptsSome() ? down / 2 : down) - apart;
    world.check(
        then - world.services[target].firstTrouble() >= least,
        () -> run + " parks " + parked.place() + " as blocked before its target was down for long");
    boolean mayBeSlow =
        !parked.cause().code().equals("TARGET_DOWN")
            && then - world.services[target].lastTrouble() < STILL_IN_TROUBLE;
    world.check(
        !(queue instanceof QueueName.Part) || !run.knowsToBeUp(target, then) || mayBeSlow,
        () -> run + " parks " + parked.place() + " as blocked, and its target is up");
  }
}
