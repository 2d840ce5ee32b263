package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.shard.Intake.Submitted;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The records of one submission.
 *
 * @param records the records that are not read yet
 * @param first position of the first record; empty if there was no new one
 * @param last position of the last record
 * @param accepted completes when there is room for more
 */
record SubmittedBatch(
    Deque<Submitted> records,
    Optional<StreamPosition> first,
    Optional<StreamPosition> last,
    CompletableFuture<Void> accepted) {
  static SubmittedBatch of(Deque<Submitted> records, CompletableFuture<Void> accepted) {
    return new SubmittedBatch(
        records, position(records.peekFirst()), position(records.peekLast()), accepted);
  }

  private static Optional<StreamPosition> position(@Nullable Submitted record) {
    return Optional.ofNullable(record).map(each -> each.slot().position());
  }
}
