package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What has to hold when a run of a relay or a redrive puts events into queues or takes them out.
 */
record QueueChecks(World world, Run run) {
  /** Where there is no order, nothing waits behind anything. */
  void checkQueue(QueueName queue, ParkedEvent parked) {
    LaneKey lane = parked.place().lane();
    boolean waits = parked.cause().reason() == ParkReason.BEHIND || queue instanceof QueueName.Lane;
    world.check(
        !waits
            || lane.target().equals(LaneKey.ALL_TARGETS)
            || world.plan.targets.get(Integer.numberOfTrailingZeros(lane(lane))).ordered(),
        () -> "parks " + parked.place() + " in " + queue + ", where events do not wait");
  }

  /** What leaves a queue is published, or parked in another one. */
  void isDone(QueueName queue, Place place) {
    int lane = lane(place.lane());
    for (CommittedEvent event : eventsAt(place)) {
      int due = (lane == CommittedEvent.ALL ? event.must : lane) & ~event.accepted;
      for (TargetService service : world.services) {
        world.check(
            (due & 1 << service.index) == 0
                || world.parked.holds(event, service.index, Optional.of(queue)),
            () -> run + " takes " + event + " out of " + queue + " unpublished");
      }
    }
  }

  List<CommittedEvent> eventsAt(Place place) {
    Commit commit = world.history.commit(place.record());
    world.check(
        commit.position.equals(place.position())
            && place.lane().aggregate().equals("Order#" + commit.aggregate.id),
        () -> "parked at the wrong place: " + place);
    return place.index() == ParkedEvent.WHOLE_RECORD
        ? commit.events
        : commit.events.subList(place.index(), place.index() + 1);
  }

  int lane(LaneKey lane) {
    return lane.target().equals(LaneKey.ALL_TARGETS)
        ? CommittedEvent.ALL
        : world.mask(lane.target());
  }

  /** Some records are larger than a queue can hold. */
  void fit(List<ParkedEvent> events) {
    for (ParkedEvent event : events) {
      Commit commit = world.history.commit(event.place().record());
      boolean whole = event.place().index() == ParkedEvent.WHOLE_RECORD;
      if (whole && commit.unparkable && !world.faults.isCalm()) {
        world.cover(Coverage.UNPARKABLE);
        throw new UnparkableException("too large");
      }
    }
  }

  /**
   * Blocked is a fact about the target: nothing is parked as blocked before the target has been in
   * trouble for long enough, half as long if it accepts some, whatever the event's age, and a
   * backlog gets nothing more once the run knows that the target is up, and has been for a while.
   * Except for what the stream is about to trim.
   */
  static final class BlockedRule {
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
          () ->
              run
                  + " parks "
                  + parked.place()
                  + " as blocked before its target was down for long: "
                  + parked.cause());
      boolean mayBeSlow =
          !parked.cause().code().equals("TARGET_DOWN")
              && then - world.services[target].lastTrouble() < STILL_IN_TROUBLE;
      world.check(
          !(queue instanceof QueueName.Part) || !run.knowsToBeUp(target, then - apart) || mayBeSlow,
          () ->
              run
                  + " parks "
                  + parked.place()
                  + " as blocked, and its target is up: "
                  + parked.cause());
    }
  }
}
