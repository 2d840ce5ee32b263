package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The parking lot from the point of view of a redrive. Reads are consistent; each change is atomic.
 * Thread-safe. If a stage completes exceptionally, the outcome is unknown, and the call may be
 * repeated.
 */
public interface ParkedLanes {
  /**
   * A lane that holds parked events.
   *
   * @param count number of parked events
   * @param reason why the lane was closed
   * @param since when it was closed
   */
  record ParkedLane(LaneKey lane, long count, ParkReason reason, Instant since) {}

  /** All closed lanes. */
  CompletionStage<List<ParkedLane>> lanes();

  /**
   * Events of a lane, in order.
   *
   * @param after return events after this place; empty: from the first
   * @param max maximum number of events
   */
  CompletionStage<List<ParkedEvent>> read(LaneKey lane, Optional<Place> after, int max);

  /**
   * Removes an event from its lane.
   *
   * @return completes with false if it was absent
   */
  CompletionStage<Boolean> remove(Place place);

  /**
   * Records that one of several publications of a parked event is complete.
   *
   * @param mark is contained in {@link ParkedEvent#published()}
   */
  CompletionStage<Void> published(Place place, String mark);

  /**
   * Reopens an empty lane.
   *
   * @return completes with false if it is not empty
   */
  CompletionStage<Boolean> reopen(LaneKey lane);

  /** Whether a lane is closed. */
  CompletionStage<Boolean> isClosed(LaneKey lane);
}
