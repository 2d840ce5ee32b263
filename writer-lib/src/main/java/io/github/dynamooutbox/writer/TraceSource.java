package io.github.dynamooutbox.writer;

import java.util.Optional;

/** Knows the W3C trace context in which the calling thread works, if there is one. */
@FunctionalInterface
interface TraceSource {

  Optional<Trace> current();

  /** A W3C trace context. */
  record Trace(String traceparent, Optional<String> tracestate) {}

  /** OpenTelemetry's, if the service has it on its class path; else none. */
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
