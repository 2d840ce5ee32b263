package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A durable place for events that cannot be published now. A lane that holds a parked event is
 * closed: later events of the lane are parked behind it. Thread-safe. If a stage completes
 * exceptionally, the outcome is unknown, and the call may be repeated.
 */
public interface ParkingLot {
  /** Returns which of these lanes are closed, with a consistent read. */
  CompletionStage<Set<LaneKey>> closed(Collection<LaneKey> lanes);

  /**
   * Parks an event and closes its lane, atomically. Parking an event that is already there changes
   * nothing.
   *
   * @return completes when the event is durable
   */
  CompletionStage<Void> park(ParkedEvent event);

  /**
   * Parks an event if its lane is still closed, atomically. Parking an event that is already there
   * changes nothing.
   *
   * @return completes with true when the event is durable, with false if the lane is open
   */
  CompletionStage<Boolean> parkBehind(ParkedEvent event);
}
