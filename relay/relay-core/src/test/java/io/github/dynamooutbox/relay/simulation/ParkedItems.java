package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import java.util.Optional;

/** What is in the queues that are held, as somebody sees it who may look at everything at once. */
final class ParkedItems {
  private final World world;

  ParkedItems(World world) {
    this.world = world;
  }

  /**
   * Whether an event is parked, for this target or for all.
   *
   * @param except a queue that does not count
   */
  boolean holds(CommittedEvent event, int target, Optional<QueueName> except) {
    String aggregate = event.commit.key.partition().substring("OUTBOX#".length());
    LaneKey all = new LaneKey(LaneKey.ALL_TARGETS, aggregate);
    LaneKey own = new LaneKey(world.plan.targets.get(target).name(), aggregate);
    return holds(new QueueName.Lane(all), event, except)
        || holds(new QueueName.Lane(own), event, except)
        || holds(QueueName.Part.of(own), event, except)
        || holds(QueueName.Single.of(own), event, except);
  }

  private boolean holds(QueueName queue, CommittedEvent event, Optional<QueueName> except) {
    return !except.equals(Optional.of(queue))
        && world.queues.isHeld(queue)
        && world.queues.stored(queue).stream()
            .map(ParkedEvent::place)
            .anyMatch(place -> is(event, place));
  }

  private static boolean is(CommittedEvent event, Place place) {
    return place.record().equals(event.commit.key)
        && place.position().equals(event.commit.position)
        && (place.index() == event.index || place.index() == ParkedEvent.WHOLE_RECORD);
  }
}
