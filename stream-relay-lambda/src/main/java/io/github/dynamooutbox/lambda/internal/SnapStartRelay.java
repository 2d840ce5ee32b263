package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.config.InvocationTime;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.RelayLog;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.Optional;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A relay with clients, threads and telemetry of its own.
 *
 * <p>Before a snapshot is taken, it loads and compiles what a batch needs, and closes what
 * functions that start from the same snapshot must not share: connections, credentials, random
 * seeds, the knowledge that a bus exists. After a restore it opens them again.
 */
final class SnapStartRelay implements RelaySource, Resource {
  private static final Logger LOG = LoggerFactory.getLogger(SnapStartRelay.class);

  private final RelayConfig config;
  private InvocationTelemetry telemetry;
  private ConfiguredRelay configured;
  private boolean timeoutIsChecked;

  private SnapStartRelay(RelayConfig config) {
    this.config = config;
    this.telemetry = new InvocationTelemetry(FunctionMetrics.of(System.getenv()));
    this.configured = ConfiguredRelay.open(config, telemetry.observer(), 1);
  }

  static SnapStartRelay open(RelayConfig config) {
    config.warnings().forEach(warning -> LOG.warn("Configuration: {}", warning));
    SnapStartRelay relay = new SnapStartRelay(config);
    Core.getGlobalContext().register(relay);
    return relay;
  }

  @Override
  public Optional<StreamPosition> relay(StreamEvent event, Duration remaining) {
    checkTimeout(remaining);
    telemetry.begin(event);
    try {
      return new BatchRun(configured.relay()).run(event, remaining);
    } finally {
      telemetry.end();
    }
  }

  /** The function's timeout is known only from an invocation, unless it is configured. */
  private void checkTimeout(Duration remaining) {
    if (!timeoutIsChecked) {
      timeoutIsChecked = true;
      InvocationTime.problem(config.relay().callTimeout(), remaining)
          .ifPresent(problem -> LOG.error("Configuration: relay.callTimeoutMillis: {}", problem));
    }
  }

  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    Priming.run(config);
    configured.close();
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {
    telemetry = new InvocationTelemetry(FunctionMetrics.of(System.getenv()));
    configured = ConfiguredRelay.open(config, telemetry.observer(), 1);
  }

  @Override
  public void close() {
    configured.close();
  }

  /**
   * Logs and counts what the relay does, one invocation at a time, and writes the metrics at its
   * end. What is counted between two invocations belongs to the next one. Thread-safe.
   */
  static final class InvocationTelemetry {
    private static final Logger LOG = LoggerFactory.getLogger(InvocationTelemetry.class);

    private final Figures figures = new Figures();
    private final InvocationLog log = new InvocationLog();
    private final EmfWriter metrics;

    InvocationTelemetry(EmfWriter metrics) {
      this.metrics = metrics;
    }

    RelayObserver observer() {
      return figures.and(new RelayLog(log));
    }

    /** Starts an invocation on the calling thread. */
    void begin(StreamEvent event) {
      log.begin(event);
    }

    /** Writes the invocation's metrics. Never throws: a failure must not repeat the batch. */
    void end() {
      log.end();
      try {
        metrics.write(figures.take());
      } catch (RuntimeException e) {
        LOG.error("The metrics of this invocation could not be written", e);
      }
    }
  }
}
