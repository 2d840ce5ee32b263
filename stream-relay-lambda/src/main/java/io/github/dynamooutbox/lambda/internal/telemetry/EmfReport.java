package io.github.dynamooutbox.lambda.internal.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.dynamooutbox.lambda.internal.telemetry.Figures.OfTarget;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.cloudwatchlogs.emf.exception.InvalidMetricException;
import software.amazon.cloudwatchlogs.emf.model.MetricsContext;
import software.amazon.cloudwatchlogs.emf.model.Unit;
import software.amazon.lambda.powertools.metrics.Metrics;
import software.amazon.lambda.powertools.metrics.model.DimensionSet;
import software.amazon.lambda.powertools.metrics.model.MetricUnit;
import software.amazon.lambda.powertools.metrics.provider.EmfMetricsProvider;

/**
 * Writes an invocation's figures as CloudWatch metrics: one log line for the function and one for
 * each target that had anything to do. What is zero is not written.
 */
final class EmfReport {
  private static final Logger LOG = LoggerFactory.getLogger(EmfReport.class);
  private static final String DEFAULT_NAMESPACE = "DynamoOutbox";
  private static final String DEFAULT_SERVICE = "stream-relay";

  private final Metrics metrics;

  private EmfReport(Metrics metrics) {
    this.metrics = metrics;
  }

  /**
   * With the namespace and service that Powertools reads from the environment.
   *
   * <p>The instance is our own: {@code MetricsFactory}'s keeps one for each trace id, and so for
   * each invocation, until its {@code flush()}, which warns where there is nothing to write.
   */
  static EmfReport fromEnvironment() {
    Metrics metrics = new EmfMetricsProvider().getMetricsInstance();
    metrics.setNamespace(env("POWERTOOLS_METRICS_NAMESPACE").orElse(DEFAULT_NAMESPACE));
    metrics.setDefaultDimensions(
        DimensionSet.of(
            "Service",
            env("POWERTOOLS_SERVICE_NAME")
                .or(() -> env("AWS_LAMBDA_FUNCTION_NAME"))
                .orElse(DEFAULT_SERVICE)));
    return new EmfReport(metrics);
  }

  /** Renders a metric and drops it. */
  static void prime() {
    try {
      MetricsContext context = new MetricsContext();
      context.putMetric("Published", 1, Unit.COUNT);
      LOG.debug("Primed {} line of metrics", context.serialize().size());
    } catch (InvalidMetricException | JsonProcessingException e) {
      throw new IllegalStateException("a plain count is a valid metric", e);
    }
  }

  /** Never throws: what is published stays published, whether it is counted or not. */
  void write(Figures figures) {
    try {
      if (figures.hasAnyOfFunction()) {
        metrics.flushMetrics(line -> ofFunction(line, figures));
      }
      figures
          .targets()
          .forEach((target, of) -> metrics.flushMetrics(line -> ofTarget(line, target, of)));
    } catch (RuntimeException e) {
      LOG.error("The metrics of this invocation could not be written", e);
    }
  }

  /** Writes how many lanes are closed, and how many of them because their target failed. */
  void writeLanes(long closed, long blocked) {
    if (closed == 0) {
      return;
    }
    try {
      metrics.flushMetrics(
          line -> {
            count(line, "ClosedLanes", closed);
            count(line, "BlockedLanes", blocked);
          });
    } catch (RuntimeException e) {
      LOG.error("The metrics of this redrive could not be written", e);
    }
  }

  private static void ofFunction(Metrics line, Figures figures) {
    count(line, "Inversions", figures.inversions());
    count(line, "Halted", figures.halts());
    count(line, "Unrecorded", figures.unrecorded());
    count(line, "ControlFailures", figures.controlFailures());
    count(line, "Heartbeats", figures.heartbeats());
    if (figures.heartbeats() > 0) {
      line.addMetric("MaxHeartbeatAge", figures.maxHeartbeatAgeMillis(), MetricUnit.MILLISECONDS);
    }
    figures
        .skipped()
        .forEach(
            (reason, number) -> {
              switch (reason) {
                case NOT_OURS -> count(line, "SkippedNotOurs", number);
                case DROPPED -> count(line, "SkippedDropped", number);
              }
            });
  }

  private static void ofTarget(Metrics line, String target, OfTarget of) {
    // One set of both: addDimension would write a set of its own, and alarms look for the pair.
    line.setDefaultDimensions(line.getDefaultDimensions().addDimension("Target", target));
    count(line, "Published", of.published);
    count(line, "Retried", of.retried);
    count(line, "Rejected", of.rejected);
    count(line, "Parked", of.parked);
    count(line, "Skipped", of.skipped);
    for (double age : of.ageMillis.values()) {
      line.addMetric("WriteToPublishAge", age, MetricUnit.MILLISECONDS);
    }
    if (!of.ageMillis.isEmpty()) {
      line.addMetric("MaxWriteToPublishAge", of.ageMillis.max(), MetricUnit.MILLISECONDS);
    }
    for (double entries : of.batchEntries.values()) {
      line.addMetric("BatchEntries", entries, MetricUnit.COUNT);
    }
  }

  private static void count(Metrics line, String name, long number) {
    if (number > 0) {
      line.addMetric(name, (double) number, MetricUnit.COUNT);
    }
  }

  private static Optional<String> env(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }
}
