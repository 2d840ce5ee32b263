package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.TargetConfig;
import io.github.dynamooutbox.kcl.ServiceSettings;
import io.github.dynamooutbox.kcl.internal.telemetry.CloudWatchFigures;
import io.github.dynamooutbox.kcl.internal.telemetry.CloudWatchLines;
import io.github.dynamooutbox.kcl.internal.telemetry.Health;
import io.github.dynamooutbox.kcl.internal.telemetry.Observers;
import io.github.dynamooutbox.kcl.internal.telemetry.RelayMetrics;
import io.github.dynamooutbox.kcl.internal.telemetry.ShardMetrics;
import io.github.dynamooutbox.kcl.internal.telemetry.TelemetryServer;
import io.github.dynamooutbox.kcl.internal.telemetry.WorkerState;
import io.github.dynamooutbox.relay.RelayObserver;
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

/** All that a worker tells of itself: health and metrics over HTTP, and metrics for CloudWatch. */
final class Telemetry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Telemetry.class);

  private final ServiceSettings settings;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final CloudWatchFigures figures = new CloudWatchFigures();
  private @Nullable TelemetryServer http;
  private @Nullable CloudWatchLines lines;

  Telemetry(ServiceSettings settings) {
    this.settings = settings;
  }

  /** What the relay must tell of what it does. */
  RelayObserver observer(RelayConfig config) {
    List<String> targets = config.targets().stream().map(TargetConfig::name).toList();
    RelayObserver standard = new Observers(new RelayLog(), new RelayMetrics(registry, targets));
    return settings.cloudWatch().isPresent() ? new Observers(standard, figures) : standard;
  }

  /**
   * Starts to tell.
   *
   * @param timer ends what is told to CloudWatch with itself
   * @throws io.github.dynamooutbox.kcl.ServiceException if the address for HTTP cannot be had
   */
  void start(WorkerState worker, Health health, ScheduledExecutorService timer) {
    ShardMetrics shards = new ShardMetrics(registry, worker);
    settings
        .http()
        .ifPresent(
            address -> {
              TelemetryServer started = TelemetryServer.start(address, health, registry, shards);
              LOG.info("Health and metrics are told at port {}", started.port());
              http = started;
            });
    settings
        .cloudWatch()
        .ifPresent(
            service -> {
              CloudWatchLines written =
                  new CloudWatchLines(figures, worker, service, InstantSource.system(), System.out);
              lines = written;
              Future<?> unused = timer.scheduleAtFixedRate(written::write, 1, 1, TimeUnit.MINUTES);
            });
  }

  /** Tells CloudWatch what it does not know yet. */
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
