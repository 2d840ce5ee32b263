package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.aws.examine.WaitNotice;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.kcl.settings.WorkerSettings.LeaseTables;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/** Options of the command line and their environment variables. */
public final class RelayOptions {
  /** Format of log lines. */
  public enum LogFormat {
    TEXT,
    JSON
  }

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "File with the configuration (JSON). OUTBOX_CONFIG_FILE; alternatively OUTBOX_CONFIG"
              + " contains the configuration, or OUTBOX_CONFIG_SSM_PARAMETER the name of a Systems"
              + " Manager parameter with it.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--application",
      paramLabel = "NAME",
      defaultValue = "${env:OUTBOX_KCL_APPLICATION}",
      description =
          "Name of the application; workers with the same name share the stream. Default:"
              + " <table>-outbox-relay. OUTBOX_KCL_APPLICATION")
  private Optional<String> application = Optional.empty();

  @Option(
      names = "--worker",
      paramLabel = "ID",
      defaultValue = "${env:OUTBOX_KCL_WORKER}",
      description = "Name of this worker. Default: a new UUID. OUTBOX_KCL_WORKER")
  private Optional<String> worker = Optional.empty();

  @Option(
      names = "--stream-arn",
      paramLabel = "ARN",
      defaultValue = "${env:OUTBOX_KCL_STREAM_ARN}",
      description =
          "ARN of the stream. Default: the configured table's stream. OUTBOX_KCL_STREAM_ARN")
  private Optional<String> stream = Optional.empty();

  @Option(
      names = "--idle-millis",
      paramLabel = "MS",
      defaultValue = "${env:OUTBOX_KCL_IDLE_MILLIS:-100}",
      description =
          "Milliseconds between two reads of a shard, doubled after an empty read; at least 10."
              + " Default: 100. OUTBOX_KCL_IDLE_MILLIS")
  private int idleMillis = 100;

  @Option(
      names = "--reads-per-month",
      paramLabel = "N",
      defaultValue = "${env:OUTBOX_KCL_READS_PER_MONTH}",
      description =
          "Reads of each shard in a month at most, on average; at least 1000000. The pause then"
              + " adapts: at least --idle-millis while records come, longer when they stop."
              + " Default: it does not adapt. OUTBOX_KCL_READS_PER_MONTH")
  private Optional<Long> readsPerMonth = Optional.empty();

  @Option(
      names = "--failover-millis",
      paramLabel = "MS",
      defaultValue = "${env:OUTBOX_KCL_FAILOVER_MILLIS:-5000}",
      description =
          "Milliseconds that a lease lasts without renewal: 2000 to 60000. A crashed worker's shards"
              + " are relayed again within three times this time; a worker that does not respond for"
              + " longer loses its shards. Default: 5000. OUTBOX_KCL_FAILOVER_MILLIS")
  private int failoverMillis = 5_000;

  @Option(
      names = "--lease-table",
      paramLabel = "NAME",
      defaultValue = "${env:OUTBOX_KCL_LEASE_TABLE}",
      description =
          "Name of the lease table. Default: the application's name. OUTBOX_KCL_LEASE_TABLE")
  private Optional<String> leases = Optional.empty();

  @Option(
      names = "--coordinator-table",
      paramLabel = "NAME",
      defaultValue = "${env:OUTBOX_KCL_COORDINATOR_TABLE}",
      description =
          "Name of the coordinator table. Default: <application>-CoordinatorState."
              + " OUTBOX_KCL_COORDINATOR_TABLE")
  private Optional<String> coordinator = Optional.empty();

  @Option(
      names = "--worker-metrics-table",
      paramLabel = "NAME",
      defaultValue = "${env:OUTBOX_KCL_WORKER_METRICS_TABLE}",
      description =
          "Name of the table for worker metrics. Default: <application>-WorkerMetricStats."
              + " OUTBOX_KCL_WORKER_METRICS_TABLE")
  private Optional<String> workerMetrics = Optional.empty();

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:OUTBOX_KCL_HTTP:-127.0.0.1:8080}",
      description =
          "Address of /health/started, /health/live, /health/ready, /metrics and /leases; off: none."
              + " Default: 127.0.0.1:8080. OUTBOX_KCL_HTTP")
  private String http = "127.0.0.1:8080";

  @Option(
      names = "--cloudwatch",
      paramLabel = "SERVICE",
      defaultValue = "${env:OUTBOX_KCL_CLOUDWATCH_SERVICE}",
      description =
          "Writes metrics for CloudWatch to standard output once a minute, in its embedded metric"
              + " format, with this dimension Service. Default: none."
              + " OUTBOX_KCL_CLOUDWATCH_SERVICE")
  private Optional<String> cloudWatch = Optional.empty();

  @Option(
      names = "--log",
      paramLabel = "FORMAT",
      defaultValue = "${env:OUTBOX_LOG_FORMAT:-TEXT}",
      description = "Log format: text or json. Default: text. OUTBOX_LOG_FORMAT")
  private LogFormat log = LogFormat.TEXT;

  /** Must run before the first logger is created. */
  public void prepareLogging() {
    System.getProperties()
        .putIfAbsent(
            "log4j2.configurationFile",
            log == LogFormat.JSON
                ? "classpath:log4j2-json.properties"
                : "classpath:log4j2-text.properties");
  }

  /**
   * Reads the configuration from these options or the environment.
   *
   * @param waiting is told if reading it takes long
   * @throws io.github.dynamooutbox.aws.config.ConfigException if there is none or it is invalid
   */
  public RelayConfig config(Map<String, String> environment, Consumer<String> waiting) {
    Map<String, String> sources = new HashMap<>(environment);
    file.ifPresent(
        path -> {
          sources.remove(RelayConfigSource.INLINE);
          sources.remove(RelayConfigSource.PARAMETER);
          sources.put(RelayConfigSource.FILE, path);
        });
    return WaitNotice.during(
        "the configuration", waiting, () -> RelayConfigSource.fromEnvironment(sources));
  }

  public WorkerSettings settings(RelayConfig config) {
    String name = application.orElse(config.table().name() + "-outbox-relay");
    LeaseTables standard = LeaseTables.of(name);
    return new WorkerSettings(
        name,
        worker.orElseGet(() -> UUID.randomUUID().toString()),
        Duration.ofMillis(idleMillis),
        Duration.ofMillis(failoverMillis),
        new LeaseTables(
            leases.orElse(standard.leases()),
            coordinator.orElse(standard.coordinator()),
            workerMetrics.orElse(standard.workerMetrics())),
        stream,
        http.equals("off") ? Optional.empty() : Optional.of(address()),
        cloudWatch,
        readsPerMonth);
  }

  private InetSocketAddress address() {
    int colon = http.lastIndexOf(':');
    try {
      return new InetSocketAddress(
          http.substring(0, Math.max(0, colon)), Integer.parseInt(http.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new ServiceException("--http \"%s\": must be HOST:PORT, or off".formatted(http), e);
    }
  }
}
