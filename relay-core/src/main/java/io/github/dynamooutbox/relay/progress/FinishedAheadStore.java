package io.github.dynamooutbox.relay.progress;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Remembers what was finished beyond an unfinished position, for whoever reads on from there.
 * Losing it costs duplicates, nothing else. Thread-safe; a stage that completes exceptionally means
 * that nothing is known, and the call may be repeated.
 */
public interface FinishedAheadStore {
  /** Everything that was saved and stands at or behind this position, read consistently. */
  CompletionStage<Set<FinishedDelivery>> load(StreamPosition from);

  /**
   * Remembers what is finished at or behind the first unfinished position, beside what was saved
   * before.
   */
  CompletionStage<Void> save(StreamPosition firstUnfinished, List<FinishedDelivery> finished);
}
