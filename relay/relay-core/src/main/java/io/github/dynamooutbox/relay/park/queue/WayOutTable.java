package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Takes single events out of queues and stores a mark of each. Thread-safe. */
public interface WayOutTable {
  /** How many marks are written in one transaction. */
  int MOST_MARKS = 90;

  /**
   * Takes events out of a segment, reduces the counts, and stores a mark of each, in one
   * transaction.
   *
   * @param left what stays in the segment
   * @param marks of all that are taken out; at most {@link #MOST_MARKS}
   * @return false if the segment has changed since it was read; then nothing was done
   */
  CompletionStage<Boolean> takeOut(Segment segment, List<ParkedEvent> left, List<WayOut> marks);

  /** What was decided about an event, for each target. Marks are kept as long as receipts. */
  CompletionStage<List<WayOut>> of(String eventId);
}
