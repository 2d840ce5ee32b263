package io.github.dynamooutbox.kcl.internal.shard;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** The shards that this worker relays. Thread-safe. */
public final class OpenShards {
  private final Map<String, Submitted> shards = new ConcurrentHashMap<>();

  void opened(String shard, Submitted submitted) {
    shards.put(shard, submitted);
  }

  void closed(String shard, Submitted submitted) {
    shards.remove(shard, submitted);
  }

  public Set<String> names() {
    return new TreeSet<>(shards.keySet());
  }

  /** When the oldest record of each shard that is not finished was committed. */
  public Map<String, Optional<Instant>> oldest() {
    Map<String, Optional<Instant>> oldest = new TreeMap<>();
    shards.forEach((shard, submitted) -> oldest.put(shard, submitted.oldest()));
    return oldest;
  }

  /** Records under way, over all shards. */
  public int waiting() {
    return shards.values().stream().mapToInt(Submitted::waiting).sum();
  }
}
