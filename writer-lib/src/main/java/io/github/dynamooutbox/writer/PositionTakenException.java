package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Another transaction has already committed events of this aggregate at this sequence. Nothing was
 * written. Load the aggregate again, and decide again.
 */
public final class PositionTakenException extends TransactionCancelledException {
  private final transient AggregateKey aggregate;
  private final long sequence;

  PositionTakenException(
      AggregateKey aggregate,
      long sequence,
      List<Reason> reasons,
      TransactionCanceledException cause) {
    super(
        aggregate
            + " at "
            + sequence
            + ": another transaction has committed this position; load the aggregate again",
        reasons,
        cause);
    this.aggregate = aggregate;
    this.sequence = sequence;
  }

  public AggregateKey aggregate() {
    return aggregate;
  }

  public long sequence() {
    return sequence;
  }
}
