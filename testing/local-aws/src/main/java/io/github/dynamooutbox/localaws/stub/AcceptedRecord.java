package io.github.dynamooutbox.localaws.stub;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** A record that a stream accepted. */
public final class AcceptedRecord implements Accepted {
  private final long ordinal;
  private final String target;
  private final String shardId;
  private final String sequenceNumber;
  private final String partitionKey;
  private final byte[] data;
  private final Instant acceptedAt;

  /** Creates a record; the data is copied. */
  public AcceptedRecord(
      long ordinal,
      String target,
      String shardId,
      String sequenceNumber,
      String partitionKey,
      byte[] data,
      Instant acceptedAt) {
    this.ordinal = ordinal;
    this.target = target;
    this.shardId = shardId;
    this.sequenceNumber = sequenceNumber;
    this.partitionKey = partitionKey;
    this.data = data.clone();
    this.acceptedAt = acceptedAt;
  }

  @Override
  public long ordinal() {
    return ordinal;
  }

  @Override
  public String target() {
    return target;
  }

  /** The sequence number, which identifies a record within its stream. */
  @Override
  public String id() {
    return sequenceNumber;
  }

  @Override
  public String body() {
    return new String(data, StandardCharsets.UTF_8);
  }

  @Override
  public Instant acceptedAt() {
    return acceptedAt;
  }

  /** The shard that the partition key maps to. */
  public String shardId() {
    return shardId;
  }

  /** Increases within a shard; decimal, without leading zeros. */
  public String sequenceNumber() {
    return sequenceNumber;
  }

  public String partitionKey() {
    return partitionKey;
  }

  /** The record's bytes; a copy. */
  public byte[] data() {
    return data.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AcceptedRecord that
        && ordinal == that.ordinal
        && target.equals(that.target)
        && shardId.equals(that.shardId)
        && sequenceNumber.equals(that.sequenceNumber)
        && partitionKey.equals(that.partitionKey)
        && Arrays.equals(data, that.data)
        && acceptedAt.equals(that.acceptedAt);
  }

  @Override
  public int hashCode() {
    return sequenceNumber.hashCode();
  }

  /** Names the record, without its data. */
  @Override
  public String toString() {
    return "record " + sequenceNumber + " at stream " + target + ", ordinal " + ordinal;
  }
}
