package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** A shard and its records; thread-safe. */
final class Shard {
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
