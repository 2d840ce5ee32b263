package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.LogScope;
import io.github.dynamooutbox.aws.host.RelayLog;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.kcl.internal.telemetry.CloudWatchLines;
import io.github.dynamooutbox.kcl.internal.telemetry.Health;
import io.github.dynamooutbox.kcl.internal.telemetry.RelayMeters;
import io.github.dynamooutbox.kcl.internal.telemetry.ShardMetrics;
import io.github.dynamooutbox.kcl.internal.telemetry.TelemetryServer;
import io.github.dynamooutbox.kcl.internal.telemetry.WorkerState;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a worker reports: health and metrics over HTTP, metrics for CloudWatch, and its log. */
final class WorkerTelemetry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerTelemetry.class);

  private final WorkerSettings settings;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Figures figures = new Figures();
  private @Nullable TelemetryServer http;
  private @Nullable CloudWatchLines lines;

  WorkerTelemetry(WorkerSettings settings) {
    this.settings = settings;
  }

  /** Counts and logs what the relay does. */
  RelayObserver observer(RelayConfig config) {
    List<String> targets = config.targets().stream().map(TargetConfig::name).toList();
    RelayObserver standard =
        new RelayLog(new WorkerLog(System::nanoTime)).and(new RelayMeters(registry, targets));
    return settings.cloudWatch().isPresent() ? standard.and(figures) : standard;
  }

  /**
   * Starts reporting.
   *
   * @param timer writes the metrics for CloudWatch once a minute until it ends
   * @throws io.github.dynamooutbox.kcl.settings.ServiceException if the HTTP address is not
   *     available
   */
  void start(WorkerState worker, Health health, ScheduledExecutorService timer) {
    ShardMetrics shards = new ShardMetrics(registry, worker);
    settings
        .http()
        .ifPresent(
            address -> {
              TelemetryServer started = TelemetryServer.start(address, health, registry, shards);
              LOG.info("Serving health and metrics on port {}", started.port());
              http = started;
            });
    settings
        .cloudWatch()
        .ifPresent(
            service -> {
              CloudWatchLines written =
                  new CloudWatchLines(
                      figures,
                      worker,
                      new EmfWriter(
                          EmfWriter.NAMESPACE, service, InstantSource.system(), System.out));
              lines = written;
              Future<?> unused = timer.scheduleAtFixedRate(written::write, 1, 1, TimeUnit.MINUTES);
            });
  }

  /** Writes the last metrics for CloudWatch and stops the HTTP server. */
  @Override
  public void close() {
    if (lines != null) {
      lines.write();
    }
    if (http != null) {
      http.close();
    }
  }

  /** A worker's context for the log. Used only from the relay's thread. */
  static final class WorkerLog implements LogScope {
    /**
     * How long the same fault is not logged again: a target that is down fails every event many
     * times.
     */
    private static final Duration SAME_AGAIN = Duration.ofMinutes(1);

    private final LongSupplier nanoTime;
    private final Map<String, Long> logged = new HashMap<>();

    WorkerLog(LongSupplier nanoTime) {
      this.nanoTime = nanoTime;
    }

    /** The same fault is news once a minute. */
    @Override
    public boolean isNews(String fault) {
      long now = nanoTime.getAsLong();
      Long last = logged.get(fault);
      if (last != null && now - last <= SAME_AGAIN.toNanos()) {
        return false;
      }
      logged.put(fault, now);
      return true;
    }

    @Override
    public String halted() {
      return "A shard stops here: {}. Remove the cause, or park such records (relay.onPoison), and"
          + " restart the worker; the stream keeps records for 24 hours";
    }
  }
}
