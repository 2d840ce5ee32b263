package io.github.dynamooutbox.localaws.mapping;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts for all shards of a mapping. */
final class Counters {
  final LongAdder read = new LongAdder();
  final LongAdder filtered = new LongAdder();
  final LongAdder delivered = new LongAdder();
  final LongAdder discarded = new LongAdder();
  final LongAdder invocations = new LongAdder();
  final LongAdder failedInvocations = new LongAdder();
  final LongAdder retries = new LongAdder();
  final Map<String, String> positions = new ConcurrentHashMap<>();

  volatile @Nullable Exception lastFailure;

  MappingProgress snapshot() {
    return new MappingProgress(
        read.sum(),
        filtered.sum(),
        delivered.sum(),
        discarded.sum(),
        invocations.sum(),
        failedInvocations.sum(),
        retries.sum(),
        positions);
  }
}
