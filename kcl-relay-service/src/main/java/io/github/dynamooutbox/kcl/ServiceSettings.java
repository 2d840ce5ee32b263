package io.github.dynamooutbox.kcl;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * How the service works with the Kinesis Client Library. What is relayed and to where is in {@link
 * io.github.dynamooutbox.aws.RelayConfig}.
 *
 * @param application names the group of workers that share a stream, and their tables
 * @param workerId tells this worker from the others; fresh for each start
 * @param idleBetweenReads how long a shard rests after a read that returned records; after an empty
 *     one, twice as long. Lower means sooner published and more reads
 * @param tables names of the tables that the workers share
 * @param streamArn the stream to read; empty: the one that the configured table has now
 * @param http where health and metrics are told; empty: nowhere
 * @param cloudWatch under which dimension {@code Service} metrics for CloudWatch are written to
 *     standard output, in its embedded metric format; empty: none are
 */
public record ServiceSettings(
    String application,
    String workerId,
    Duration idleBetweenReads,
    LeaseTables tables,
    Optional<String> streamArn,
    Optional<InetSocketAddress> http,
    Optional<String> cloudWatch) {
  /** The pause after a read that found nothing; a record waits half of it on average. */
  public static final Duration DEFAULT_IDLE = Duration.ofMillis(100);

  /** The shortest pause: shorter ones cost reads and gain nothing beside a read's own time. */
  public static final Duration MIN_IDLE = Duration.ofMillis(10);

  public ServiceSettings {
    if (application.isBlank()) {
      throw new IllegalArgumentException("the application must have a name");
    }
    if (idleBetweenReads.compareTo(MIN_IDLE) < 0) {
      throw new IllegalArgumentException(
          "idle between reads: %d ms is less than %d ms"
              .formatted(idleBetweenReads.toMillis(), MIN_IDLE.toMillis()));
    }
  }

  /**
   * The tables that the workers share. They are made where missing, and billed by request.
   *
   * @param leases who reads which shard, and how far it is finished
   * @param coordinator who is leader
   * @param workerMetrics how busy each worker is
   */
  public record LeaseTables(String leases, String coordinator, String workerMetrics) {
    /** As the Kinesis Client Library names them by itself. */
    public static LeaseTables of(String application) {
      return new LeaseTables(
          application, application + "-CoordinatorState", application + "-WorkerMetricStats");
    }
  }

  /** The defaults. */
  public static ServiceSettings of(String application) {
    return new ServiceSettings(
        application,
        UUID.randomUUID().toString(),
        DEFAULT_IDLE,
        LeaseTables.of(application),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public ServiceSettings withIdleBetweenReads(Duration idle) {
    return new ServiceSettings(application, workerId, idle, tables, streamArn, http, cloudWatch);
  }

  public ServiceSettings withTables(LeaseTables names) {
    return new ServiceSettings(
        application, workerId, idleBetweenReads, names, streamArn, http, cloudWatch);
  }

  public ServiceSettings withWorkerId(String id) {
    return new ServiceSettings(
        application, id, idleBetweenReads, tables, streamArn, http, cloudWatch);
  }

  public ServiceSettings withStreamArn(String arn) {
    return new ServiceSettings(
        application, workerId, idleBetweenReads, tables, Optional.of(arn), http, cloudWatch);
  }

  public ServiceSettings withHttp(InetSocketAddress address) {
    return new ServiceSettings(
        application,
        workerId,
        idleBetweenReads,
        tables,
        streamArn,
        Optional.of(address),
        cloudWatch);
  }

  public ServiceSettings withCloudWatch(String service) {
    return new ServiceSettings(
        application, workerId, idleBetweenReads, tables, streamArn, http, Optional.of(service));
  }
}
