package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
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
}
