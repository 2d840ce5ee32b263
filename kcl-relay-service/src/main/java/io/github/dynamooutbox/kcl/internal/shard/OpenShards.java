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
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** The shards that this worker relays. Thread-safe. */
public final class OpenShards {
  private final Map<String, OpenShard> shards = new ConcurrentHashMap<>();

  /** Up to where this worker had finished each shard that it lost. */
  private final Map<String, StreamPosition> finished = new ConcurrentHashMap<>();

  private final AtomicLong expired = new AtomicLong();
  private final InstantSource clock;

  public OpenShards() {
    this(InstantSource.system());
  }

  /**
   * @param clock the time of reads
   */
  public OpenShards(InstantSource clock) {
    this.clock = clock;
  }

  void opened(String shard, Submitted submitted) {
    shards.put(shard, new OpenShard(submitted, clock.instant()));
  }

  /** Records a read, perhaps an empty one; its records are already submitted. */
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
   * Remembers what was finished when the lease was lost and the checkpoint could not be written. If
   * this worker gets the shard back, as after a pause of its JVM, it does not publish that again.
   */
  void lost(String shard, Submitted submitted) {
    submitted
        .passable()
        .ifPresent(
            position -> finished.merge(shard, position, (a, b) -> a.compareTo(b) < 0 ? b : a));
    closed(shard, submitted);
  }

  void expired() {
    expired.incrementAndGet();
  }

  /** How many leases expired because they could not be renewed in time. */
  public long leasesExpired() {
    return expired.get();
  }

  /** Up to where this worker had finished a shard when it lost it. */
  Optional<StreamPosition> finished(String shard) {
    return Optional.ofNullable(finished.get(shard));
  }

  public Set<String> names() {
    return new TreeSet<>(shards.keySet());
  }

  /**
   * How far each shard is behind: the age of its oldest unfinished record or, if there is none, the
   * time since it was last read to its end, which grows while reads fail.
   */
  public Map<String, Duration> lags() {
    Instant now = clock.instant();
    Map<String, Duration> lags = new TreeMap<>();
    shards.forEach((shard, open) -> lags.put(shard, open.lag(now)));
    return lags;
  }

  /** How long ago each shard was read, with or without records. */
  public Map<String, Duration> sinceRead() {
    Instant now = clock.instant();
    Map<String, Duration> since = new TreeMap<>();
    shards.forEach((shard, open) -> since.put(shard, open.sinceRead(now)));
    return since;
  }

  /** The unfinished records of all shards. */
  public int waiting() {
    return shards.values().stream().mapToInt(OpenShard::waiting).sum();
  }

  /**
   * How far a shard has been read and finished. An empty read shows that everything committed
   * before it was read; another one shows that only up to its last record. Thread-safe.
   */
  private static final class OpenShard {
    private final Submitted submitted;
    private Instant lastRead;
    private Instant readTo;

    OpenShard(Submitted submitted, Instant now) {
      this.submitted = submitted;
      lastRead = now;
      readTo = now;
    }

    boolean isOf(Submitted other) {
      return submitted == other;
    }

    synchronized void read(List<Record> records, Instant now) {
      lastRead = now;
      Instant end =
          records.isEmpty()
              ? now
              : records.get(records.size() - 1).dynamodb().approximateCreationDateTime();
      if (end.isAfter(readTo)) {
        readTo = end;
      }
    }

    /** Everything committed longer ago than this is known to be finished. */
    Duration lag(Instant now) {
      Optional<Instant> oldest = submitted.oldest();
      synchronized (this) {
        Instant to = oldest.filter(readTo::isAfter).orElse(readTo);
        return notNegative(Duration.between(to, now));
      }
    }

    synchronized Duration sinceRead(Instant now) {
      return notNegative(Duration.between(lastRead, now));
    }

    /** Clocks differ, so an age can come out negative. */
    private static Duration notNegative(Duration age) {
      return age.isNegative() ? Duration.ZERO : age;
    }

    int waiting() {
      return submitted.waiting();
    }
  }
}
