package io.github.dynamooutbox.writer.internal.plan;

import java.util.Optional;

/** Supplies the W3C trace context of the calling thread, if there is one. */
@FunctionalInterface
public interface TraceSource {

  Optional<Trace> current();

  /** A W3C trace context. */
  record Trace(String traceparent, Optional<String> tracestate) {}

  /** A source that reads OpenTelemetry's context if it is on the class path, or else has none. */
  static TraceSource onClassPath() {
    try {
      Class.forName(
          "io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator",
          false,
          TraceSource.class.getClassLoader());
    } catch (ClassNotFoundException absent) {
      return Optional::empty;
    }
    return new OpenTelemetryTrace();
  }
}
