package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * A durable place for events that cannot be published now. A lane that holds a parked event is
 * closed: what comes later in it is parked behind. Thread-safe; a stage that completes
 * exceptionally means that nothing is known, and the call may be repeated.
 */
public interface ParkingLot {
  /** Which of these lanes are closed, read consistently. */
  CompletionStage<Set<LaneKey>> closed(Collection<LaneKey> lanes);

  /**
   * Parks an event and closes its lane, in one step. Parking what is already there changes nothing.
   *
   * @return completes when the event is durable
   */
  CompletionStage<Void> park(ParkedEvent event);

  /**
   * Parks an event if its lane is still closed, in one step. Parking what is already there changes
   * nothing.
   *
   * @return completes with true when the event is durable, with false if the lane is open
   */
  CompletionStage<Boolean> parkBehind(ParkedEvent event);
}
