package io.github.dynamooutbox.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image needs of the outbox beyond what Spring finds by itself: the class by which
 * the writer recognises OpenTelemetry.
 */
class OutboxRuntimeHints implements RuntimeHintsRegistrar {
  static final String OPEN_TELEMETRY =
      "io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator";

  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
    hints.reflection().registerTypeIfPresent(loader, OPEN_TELEMETRY);
  }
}
