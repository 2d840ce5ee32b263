package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.RelayLog;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs and counts what the relay does, one invocation at a time, and writes the metrics at its end.
 * What is counted between two invocations belongs to the next one. Thread-safe.
 */
final class InvocationTelemetry {
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
