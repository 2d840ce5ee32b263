package io.github.dynamooutbox.kcl.settings;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Settings of the service and of the Kinesis Client Library. Table, targets and routes are in
 * {@link io.github.dynamooutbox.aws.config.RelayConfig}.
 *
 * @param application name of the group of workers that share a stream, and default for the names of
 *     their tables
 * @param workerId identifies this worker; by default a new one for each start
 * @param idleBetweenReads pause after a read that returned records; doubled after an empty read. A
 *     shorter pause means lower latency and more reads
 * @param failover how long a lease lasts without renewal: see {@link #DEFAULT_FAILOVER}
 * @param tables names of the tables that the workers share
 * @param streamArn the stream to read; empty: the current stream of the configured table
 * @param http address that serves health and metrics; empty: none
 * @param cloudWatch dimension {@code Service} of the CloudWatch metrics that are written to
 *     standard output in the embedded metric format; empty: none are written
 * @param readsPerMonth how often each shard is read at most in a month of 730 hours, on average:
 *     the pause then adapts, from {@code idleBetweenReads} while records come up to six times the
 *     average pause, at most 5 seconds, when they stop. Empty: the pause does not adapt
 */
public record WorkerSettings(
    String application,
    String workerId,
    Duration idleBetweenReads,
    Duration failover,
    LeaseTables tables,
    Optional<String> streamArn,
    Optional<InetSocketAddress> http,
    Optional<String> cloudWatch,
    Optional<Long> readsPerMonth) {
  /** The fewest reads of a shard a month: one every 2.6 seconds. */
  public static final long MIN_READS_PER_MONTH = 1_000_000;

  /**
   * The default pause after a read that returned records. A record waits for half of a pause on
   * average.
   */
  public static final Duration DEFAULT_IDLE = Duration.ofMillis(100);

  /**
   * The shortest pause: a shorter one costs more reads without lowering latency, because a read
   * itself takes time.
   */
  public static final Duration MIN_IDLE = Duration.ofMillis(10);

  /**
   * The default failover time. The shards of a worker that crashes are relayed again within three
   * times this time, the leader's included. A worker whose JVM, or whose lease table, does not
   * respond for longer loses its leases, and what was in flight is published twice.
   */
  public static final Duration DEFAULT_FAILOVER = Duration.ofSeconds(5);

  /** The shortest failover time: the calls that renew a lease have to fit into a third of it. */
  public static final Duration MIN_FAILOVER = Duration.ofSeconds(2);

  /** The longest failover time. */
  public static final Duration MAX_FAILOVER = Duration.ofMinutes(1);

  public WorkerSettings {
    if (application.isBlank()) {
      throw new IllegalArgumentException("the application must have a name");
    }
    if (idleBetweenReads.compareTo(MIN_IDLE) < 0) {
      throw new IllegalArgumentException(
          "idle between reads: %d ms is less than %d ms"
              .formatted(idleBetweenReads.toMillis(), MIN_IDLE.toMillis()));
    }
    if (readsPerMonth.filter(reads -> reads < MIN_READS_PER_MONTH).isPresent()) {
      throw new IllegalArgumentException(
          "reads per month: %d is less than %d: a record would wait for seconds"
              .formatted(readsPerMonth.get(), MIN_READS_PER_MONTH));
    }
    if (failover.compareTo(MIN_FAILOVER) < 0 || failover.compareTo(MAX_FAILOVER) > 0) {
      throw new IllegalArgumentException(
          "failover time: %d ms is not between %d and %d ms"
              .formatted(failover.toMillis(), MIN_FAILOVER.toMillis(), MAX_FAILOVER.toMillis()));
    }
  }

  /**
   * The tables that the workers share. They are created if missing, and billed on demand.
   *
   * @param leases owner and checkpoint of each shard
   * @param coordinator the leader
   * @param workerMetrics load of each worker
   */
  public record LeaseTables(String leases, String coordinator, String workerMetrics) {
    /** The default names of the Kinesis Client Library. */
    public static LeaseTables of(String application) {
      return new LeaseTables(
          application, application + "-CoordinatorState", application + "-WorkerMetricStats");
    }
  }

  /** The defaults, with a new worker id. */
  public static WorkerSettings of(String application) {
    return new WorkerSettings(
        application,
        UUID.randomUUID().toString(),
        DEFAULT_IDLE,
        DEFAULT_FAILOVER,
        LeaseTables.of(application),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
