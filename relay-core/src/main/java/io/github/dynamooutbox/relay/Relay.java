package io.github.dynamooutbox.relay;

/** Opens one {@link ShardRelay} for each shard that its host reads. Thread-safe. */
public interface Relay {
  /**
   * Opens a relay for a shard, or for a part of it that is read on its own.
   *
   * @param shard names the shard in logs
   */
  ShardRelay open(String shard);
}
