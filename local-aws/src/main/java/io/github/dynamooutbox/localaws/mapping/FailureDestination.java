package io.github.dynamooutbox.localaws.mapping;

/**
 * Takes what a mapping gives up. Called by the shard's thread, before the mapping goes on behind
 * these records.
 */
@FunctionalInterface
public interface FailureDestination {
  void accept(DiscardedBatch batch);
}
