package io.github.dynamooutbox.localaws.mapping;

import java.util.List;

/**
 * Records that a mapping discarded, with their full content, as an S3 destination receives them.
 *
 * @param attempts how often the function was called with them
 * @param sequenceNumbers the records' positions in the shard, in order
 * @param event the records as JSON, in the form in which the function gets them
 */
public record DiscardedBatch(
    String streamArn,
    String shardId,
    Reason reason,
    int attempts,
    List<String> sequenceNumbers,
    String event) {

  /** Why a mapping discarded records. */
  public enum Reason {
    RETRY_ATTEMPTS_EXHAUSTED,
    RECORD_AGE_EXCEEDED
  }

  public DiscardedBatch {
    sequenceNumbers = List.copyOf(sequenceNumbers);
  }

  /** Names positions only: the records' content stays out of logs. */
  @Override
  public String toString() {
    return "DiscardedBatch[" + shardId + ", " + reason + ", " + sequenceNumbers + "]";
  }
}
