package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
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
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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
}
