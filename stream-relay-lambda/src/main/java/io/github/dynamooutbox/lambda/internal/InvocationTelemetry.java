package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.aws.host.EmfWriter;
import io.github.dynamooutbox.aws.host.Figures;
import io.github.dynamooutbox.aws.host.Observers;
import io.github.dynamooutbox.aws.host.RelayLog;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what the relay does and counts it, one invocation at a time, and writes the figures at its
 * end. What arrives between two invocations counts for the next one. Thread-safe.
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
    return new Observers(figures, new RelayLog(log));
  }

  /** The calling thread starts to serve this event. */
  void begin(StreamEvent event) {
    log.begin(event);
  }

  /** Writes the invocation's figures. Never throws: what is published stays published. */
  void end() {
    log.end();
    try {
      metrics.write(figures.take());
    } catch (RuntimeException e) {
      LOG.error("The metrics of this invocation could not be written", e);
    }
  }
}
