package io.github.dynamooutbox.relay.progress;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Remembers what was finished behind an unfinished position, for the run that continues from there.
 * Losing it causes duplicates, nothing else. Thread-safe. If a stage completes exceptionally, the
 * outcome is unknown, and the call may be repeated.
 */
public interface FinishedAheadStore {
  /**
   * The part of this store for one shard, so that a shard does not read what others have finished.
   * Where a host cannot tell shards apart, they share one.
   *
   * @param shard the name under which the host opens the shard
   */
  default FinishedAheadStore ofShard(String shard) {
    return this;
  }

  /**
   * Returns the saved deliveries at or behind this position, with a consistent read. An
   * implementation may limit their number to what fits into memory; it then returns the first.
   */
  CompletionStage<Set<FinishedDelivery>> load(StreamPosition from);

  /**
   * Saves what is finished at or behind the first unfinished position, in addition to what was
   * saved before.
   */
  CompletionStage<Void> save(StreamPosition firstUnfinished, List<FinishedDelivery> finished);

  /**
   * Saves more of it during a run, without reading what was saved before: for many calls with a few
   * deliveries each.
   */
  default CompletionStage<Void> add(
      StreamPosition firstUnfinished, List<FinishedDelivery> finished) {
    return save(firstUnfinished, finished);
  }
}
