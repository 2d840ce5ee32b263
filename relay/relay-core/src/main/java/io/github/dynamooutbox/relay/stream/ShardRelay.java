package io.github.dynamooutbox.relay.stream;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The relay of one shard. A host submits the shard's records in stream order, asks up to which
 * position they are finished, and closes it when its time is up or it no longer owns the shard.
 *
 * <p>A record is finished when each of its events is published, parked or dropped by rule, for each
 * of its targets, or when the record contains no events to publish. Thread-safe.
 */
public interface ShardRelay {
  /**
   * Accepts the next records. Records at or before the last submitted one are ignored because they
   * are already in progress.
   *
   * @return completes, never exceptionally, when the relay has room for more
   */
  CompletionStage<Void> submit(List<StreamRecord> records);

  /**
   * Completes when this relay can do nothing more: everything submitted is finished, or the rest
   * waits behind a record at which the relay has halted, or the relay is closed. Does not wait for
   * records that are submitted later.
   */
  CompletionStage<Void> settled();

  /**
   * The position of the first submitted record that is not finished; empty if all are. A host may
   * checkpoint every position before it, and no other.
   */
  Optional<StreamPosition> firstUnfinished();

  /**
   * Stores what was finished behind {@link #firstUnfinished()} since the last call, so that the
   * next owner does not publish it again even if this one ends without {@link #close()}. For hosts
   * that cannot advance for a while. Returns immediately; a failure is reported to the observer,
   * and the next call tries again. Does nothing without a {@link
   * io.github.dynamooutbox.relay.progress.FinishedAheadStore}, or if nothing was finished.
   */
  void saveAhead();

  /**
   * Sends nothing more, aborts what is in flight, and returns the position to continue from.
   * Idempotent.
   *
   * @return {@link #firstUnfinished()}, which does not change any more; never completes
   *     exceptionally
   */
  CompletionStage<Optional<StreamPosition>> close();
}
