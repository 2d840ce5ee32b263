package io.github.dynamooutbox.localaws.stub.internal.kinesis;

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
}
