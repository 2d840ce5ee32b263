package io.github.dynamooutbox.localaws.stub;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import software.amazon.awssdk.core.SdkBytes;

/**
 * A record that a stream accepted.
 *
 * @param shardId the shard that the partition key maps to
 * @param sequenceNumber increases within a shard; decimal, without leading zeros
 */
public record AcceptedRecord(
    long ordinal,
    String target,
    String shardId,
    String sequenceNumber,
    String partitionKey,
    SdkBytes data,
    Instant acceptedAt)
    implements Accepted {

  /** The sequence number, which identifies a record within its stream. */
  @Override
  public String id() {
    return sequenceNumber;
  }

  /** Read as UTF-8, whatever it is. */
  @Override
  public String body() {
    return new String(data.asByteArrayUnsafe(), UTF_8);
  }

  /** Names the record, without its data. */
  @Override
  public String toString() {
    return "record " + sequenceNumber + " at stream " + target + ", ordinal " + ordinal;
  }
}
