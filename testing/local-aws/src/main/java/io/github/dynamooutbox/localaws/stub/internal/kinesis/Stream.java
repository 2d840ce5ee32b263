package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream.
 *
 * @param mode {@code PROVISIONED} or {@code ON_DEMAND}
 * @param maxKib its {@code MaxRecordSizeInKiB}
 */
record Stream(
    String name, String arn, String mode, int maxKib, Instant createdAt, List<Shard> shards) {
  private static final BigInteger HASH_KEYS = BigInteger.ONE.shiftLeft(128);

  Stream(String name, String arn, String mode, int maxKib, Instant createdAt, int shards) {
    this(name, arn, mode, maxKib, createdAt, split(shards));
  }

  /** Its maximum record size in bytes. */
  int maxBytes() {
    return maxKib * 1024;
  }

  private static List<Shard> split(int count) {
    BigInteger width = HASH_KEYS.divide(BigInteger.valueOf(count));
    List<Shard> shards = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      BigInteger start = width.multiply(BigInteger.valueOf(i));
      BigInteger end = i == count - 1 ? HASH_KEYS : start.add(width);
      shards.add(new Shard(i, start, end.subtract(BigInteger.ONE)));
    }
    return List.copyOf(shards);
  }

  Shard shardFor(BigInteger hashKey) {
    return shards.stream().filter(shard -> shard.covers(hashKey)).findFirst().orElseThrow();
  }

  Shard shard(String id) {
    return shards.stream()
        .filter(shard -> shard.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                ServiceError.badRequest(
                    "ResourceNotFoundException",
                    "Shard " + id + " in stream " + name + " not found."));
  }

  /** A shard and its records; thread-safe. */
  static final class Shard {
    /** As long as the service's own sequence numbers. */
    private static final BigInteger FIRST =
        new BigInteger("49600000000000000000000000000000000000000000000000000000");

    private static final int SHARD_BITS = 16;

    private final int index;
    private final BigInteger startingHashKey;
    private final BigInteger endingHashKey;
    private final List<AcceptedRecord> records = new ArrayList<>();
    private long issued;

    Shard(int index, BigInteger startingHashKey, BigInteger endingHashKey) {
      this.index = index;
      this.startingHashKey = startingHashKey;
      this.endingHashKey = endingHashKey;
    }

    String id() {
      return "shardId-%012d".formatted(index);
    }

    boolean covers(BigInteger hashKey) {
      return startingHashKey.compareTo(hashKey) <= 0 && hashKey.compareTo(endingHashKey) <= 0;
    }

    synchronized String nextSequenceNumber() {
      return sequenceNumber(++issued);
    }

    private String sequenceNumber(long number) {
      return FIRST
          .add(BigInteger.valueOf(number).shiftLeft(SHARD_BITS))
          .add(BigInteger.valueOf(index))
          .toString();
    }

    synchronized void add(AcceptedRecord record) {
      records.add(record);
    }

    synchronized int size() {
      return records.size();
    }

    /** The records from a position on, {@code most} of them at most. */
    synchronized List<AcceptedRecord> from(int place, int most) {
      int start = Math.min(place, records.size());
      return List.copyOf(records.subList(start, Math.min(records.size(), start + most)));
    }

    void describe(ObjectNode shard) {
      shard.put("ShardId", id());
      shard
          .putObject("HashKeyRange")
          .put("StartingHashKey", startingHashKey.toString())
          .put("EndingHashKey", endingHashKey.toString());
      shard.putObject("SequenceNumberRange").put("StartingSequenceNumber", sequenceNumber(0));
    }
  }
}
