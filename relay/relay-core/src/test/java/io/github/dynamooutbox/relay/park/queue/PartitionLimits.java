package io.github.dynamooutbox.relay.park.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * What a partition of DynamoDB takes in a second: 1,000 write units and 3,000 read units ("Best
 * practices for designing and using partition keys effectively", DynamoDB developer guide), with no
 * burst beyond that.
 */
public final class PartitionLimits {
  public static final double WRITE_UNITS = 1_000;
  public static final double READ_UNITS = 3_000;

  /** A partition had no units left, and nothing was done. */
  public static final class Throttled extends RuntimeException {
    private static final long serialVersionUID = 1;

    Throttled(String partition) {
      super("throttled: " + partition, null, false, false);
    }
  }

  private static final class Bucket {
    private double left;
    private Instant at;

    private Bucket(double left, Instant at) {
      this.left = left;
      this.at = at;
    }
  }

  private final InstantSource clock;
  private final double writeUnits;
  private final double readUnits;
  private final Map<String, Bucket> writes = new HashMap<>();
  private final Map<String, Bucket> reads = new HashMap<>();
  private long written;
  private long read;

  public PartitionLimits(InstantSource clock) {
    this(clock, WRITE_UNITS, READ_UNITS);
  }

  /** Partitions that take less, such as those of a table with little capacity. */
  public PartitionLimits(InstantSource clock, double writeUnits, double readUnits) {
    this.clock = clock;
    this.writeUnits = writeUnits;
    this.readUnits = readUnits;
  }

  /** Takes write units, or fails. */
  public void write(String partition, double units) {
    take(writes, partition, units, writeUnits);
    written += (long) units;
  }

  /** Takes read units, or fails. */
  public void read(String partition, double units) {
    take(reads, partition, units, readUnits);
    read += (long) units;
  }

  /** All write units so far. */
  public long written() {
    return written;
  }

  /** All read units so far. */
  public long read() {
    return read;
  }

  private void take(Map<String, Bucket> buckets, String partition, double units, double rate) {
    Instant now = clock.instant();
    Bucket bucket = buckets.computeIfAbsent(partition, each -> new Bucket(rate, now));
    double seconds = Duration.between(bucket.at, now).toNanos() / 1e9;
    bucket.left = Math.min(rate, bucket.left + seconds * rate);
    bucket.at = now;
    if (bucket.left < Math.min(units, rate)) {
      throw new Throttled(partition);
    }
    bucket.left -= units;
  }
}
