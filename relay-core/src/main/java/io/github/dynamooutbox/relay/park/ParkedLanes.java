package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The parking lot as redrive sees it. Reads are consistent; each change is one step. Thread-safe; a
 * stage that completes exceptionally means that nothing is known, and the call may be repeated.
 */
public interface ParkedLanes {
  /**
   * A lane that holds parked events.
   *
   * @param count how many
   * @param reason why the lane was closed
   * @param since when it was closed
   */
  record ParkedLane(LaneKey lane, long count, ParkReason reason, Instant since) {}

  /** All closed lanes. */
  CompletionStage<List<ParkedLane>> lanes();

  /**
   * Events of a lane, in order.
   *
   * @param after where to go on; empty: from the first
   * @param max how many at most
   */
  CompletionStage<List<ParkedEvent>> read(LaneKey lane, Optional<Place> after, int max);

  /**
   * Takes an event out of its lane.
   *
   * @return completes with false if it was not there
   */
  CompletionStage<Boolean> remove(Place place);

  /**
   * Remembers that one of several publications of a parked event is done.
   *
   * @param mark is found again in {@link ParkedEvent#published()}
   */
  CompletionStage<Void> published(Place place, String mark);

  /**
   * Opens a lane that holds nothing any more.
   *
   * @return completes with false if it holds something
   */
  CompletionStage<Boolean> reopen(LaneKey lane);

  /** Whether a lane is closed. */
  CompletionStage<Boolean> isClosed(LaneKey lane);
}
