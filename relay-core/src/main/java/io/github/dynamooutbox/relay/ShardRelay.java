package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The relay of one shard. A host submits the shard's records in stream order, asks up to where they
 * are finished, and closes it when its time is up or the shard is no longer its own.
 *
 * <p>A record is finished when each of its events is published, parked or dropped by rule, for each
 * of its targets, or when the record carries no events for us. Thread-safe.
 */
public interface ShardRelay {
  /**
   * Takes the next records. Records at or before the last one that was submitted are ignored: they
   * are already under way.
   *
   * @return completes when the relay has room for more, never exceptionally
   */
  CompletionStage<Void> submit(List<StreamRecord> records);

  /**
   * Completes when nothing is left that this relay can still do: all that was submitted is
   * finished, or the rest waits behind a record at which the relay halted, or the relay is closed.
   * What is submitted later is not waited for.
   */
  CompletionStage<Void> settled();

  /**
   * The position of the first submitted record that is not finished; empty if all are. A host may
   * pass (checkpoint) every position before it, and no other.
   */
  Optional<StreamPosition> firstUnfinished();

  /**
   * Sends nothing more, aborts what is in flight, and tells where to go on. May be called again.
   *
   * @return {@link #firstUnfinished()}, which does not change any more; never exceptionally
   */
  CompletionStage<Optional<StreamPosition>> close();
}
