package io.github.dynamooutbox.writer.internal.plan;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads OpenTelemetry's current context. The only class that needs its API on the class path. */
public final class OpenTelemetryTrace implements TraceSource {

  @Override
  public Optional<Trace> current() {
    if (!Span.current().getSpanContext().isValid()) {
      return Optional.empty();
    }
    Map<String, String> fields = new HashMap<>();
    W3CTraceContextPropagator.getInstance()
        .inject(Context.current(), fields, (carrier, name, value) -> fields.put(name, value));
    return Optional.ofNullable(fields.get("traceparent"))
        .map(traceparent -> new Trace(traceparent, Optional.ofNullable(fields.get("tracestate"))));
  }
}
