package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The shards that this worker relays. Thread-safe. */
public final class OpenShards {
  private final Map<String, OpenShard> shards = new ConcurrentHashMap<>();

  /** One position for each shard that this worker lost. */
  private final Map<String, StreamPosition> finished = new ConcurrentHashMap<>();

  private final InstantSource clock;

  public OpenShards() {
    this(InstantSource.system());
  }

  /**
   * @param clock tells when a shard was read
   */
  public OpenShards(InstantSource clock) {
    this.clock = clock;
  }

  void opened(String shard, Submitted submitted) {
    shards.put(shard, new OpenShard(submitted, clock.instant()));
  }

  /** These were read, or nothing; they are submitted already. */
  void read(String shard, List<Record> records) {
    OpenShard open = shards.get(shard);
    if (open != null) {
      open.read(records, clock.instant());
    }
  }

  void closed(String shard, Submitted submitted) {
    shards.computeIfPresent(shard, (name, open) -> open.isOf(submitted) ? null : open);
  }

  /**
   * The lease was lost, so the checkpoint could not be written. Where this worker gets the shard
   * back, as after a pause of its JVM, it does not publish again what it knows to be finished.
   */
  void lost(String shard, Submitted submitted) {
    submitted
        .passable()
        .ifPresent(
            position -> finished.merge(shard, position, (a, b) -> a.compareTo(b) < 0 ? b : a));
    closed(shard, submitted);
  }

  /** Up to where this worker had finished a shard when it lost it. */
  Optional<StreamPosition> finished(String shard) {
    return Optional.ofNullable(finished.get(shard));
  }

  public Set<String> names() {
    return new TreeSet<>(shards.keySet());
  }

  /**
   * How far each shard is behind: the age of its oldest record that is not finished, or, where
   * there is none, the time since it was last read to its end. It grows while reads fail.
   */
  public Map<String, Duration> lags() {
    Instant now = clock.instant();
    Map<String, Duration> lags = new TreeMap<>();
    shards.forEach((shard, open) -> lags.put(shard, open.lag(now)));
    return lags;
  }

  /** How long ago each shard was read, whether there was anything or not. */
  public Map<String, Duration> sinceRead() {
    Instant now = clock.instant();
    Map<String, Duration> since = new TreeMap<>();
    shards.forEach((shard, open) -> since.put(shard, open.sinceRead(now)));
    return since;
  }

  /** Records under way, over all shards. */
  public int waiting() {
    return shards.values().stream().mapToInt(OpenShard::waiting).sum();
  }
}
