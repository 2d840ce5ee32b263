package io.github.dynamooutbox.localaws.mapping;

import io.github.dynamooutbox.localaws.mapping.EventSourceMapping.SwapScope;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * Swaps neighbouring records, as a stream may: the changes swap, the sequence numbers stay where
 * they are, so that they still increase.
 */
final class NeighbourSwap {
  private static final double CHANCE = 0.25;

  private final Random random;
  private final SwapScope scope;
  private final String partitionKey;
  private final String streamArn;

  NeighbourSwap(long seed, SwapScope scope, String partitionKey, String streamArn) {
    this.random = new Random(seed);
    this.scope = scope;
    this.partitionKey = partitionKey;
    this.streamArn = streamArn;
  }

  /** Swaps some neighbours in place, each record at most once. */
  void apply(List<StreamEntry> entries) {
    for (int i = 0; i + 1 < entries.size(); i++) {
      Record first = entries.get(i).source();
      Record second = entries.get(i + 1).source();
      if (maySwap(first, second) && random.nextDouble() < CHANCE) {
        entries.set(i, at(first.dynamodb().sequenceNumber(), second));
        entries.set(i + 1, at(second.dynamodb().sequenceNumber(), first));
        i++;
      }
    }
  }

  private StreamEntry at(String sequenceNumber, Record source) {
    return new StreamEntry(
        source.toBuilder()
            .dynamodb(source.dynamodb().toBuilder().sequenceNumber(sequenceNumber).build())
            .build(),
        streamArn);
  }

  private boolean maySwap(Record first, Record second) {
    return switch (scope) {
      case DIFFERENT_ITEMS -> !first.dynamodb().keys().equals(second.dynamodb().keys());
      case DIFFERENT_PARTITION_KEYS -> !key(first).equals(key(second));
    };
  }

  private AttributeValue key(Record source) {
    Map<String, AttributeValue> keys = source.dynamodb().keys();
    AttributeValue key = keys.get(partitionKey);
    if (key == null) {
      throw new IllegalStateException("A record's key has no attribute " + partitionKey);
    }
    return key;
  }
}
