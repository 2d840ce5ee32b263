package io.github.dynamooutbox.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import brave.Tracing;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.EventProcessor;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.brave.bridge.BraveCurrentTraceContext;
import io.micrometer.tracing.brave.bridge.BravePropagator;
import io.micrometer.tracing.brave.bridge.BraveTracer;
import io.micrometer.tracing.brave.bridge.W3CPropagation;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Handlers run in the trace of their event, with both tracers. */
class ListenerObservationTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String SPAN = "b7ad6b7169203331";
  private static final ReceivedEvent EVENT =
      ReceivedEvent.of(
          Map.of(
              "id", "1",
              "source", "/shop/orders",
              "type", "OrderPlaced",
              "traceparent", "00-" + TRACE + "-" + SPAN + "-01"),
          Payload.of("{}"));

  @Test
  void continuesTheTraceWithBrave() {
    try (Tracing tracing =
        Tracing.newBuilder()
            .traceId128Bit(true)
            .supportsJoin(false)
            .propagationFactory(new W3CPropagation())
            .build()) {
      continuesTheTrace(
          new BraveTracer(
              tracing.tracer(), new BraveCurrentTraceContext(tracing.currentTraceContext())),
          new BravePropagator(tracing));
    }
  }

  @Test
  void continuesTheTraceWithOpenTelemetry() {
    try (SdkTracerProvider provider = SdkTracerProvider.builder().build()) {
      io.opentelemetry.api.trace.Tracer tracer = provider.get("test");
      continuesTheTrace(
          new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {}),
          new OtelPropagator(
              ContextPropagators.create(W3CTraceContextPropagator.getInstance()), tracer));
    }
  }

  private static void continuesTheTrace(Tracer tracer, Propagator propagator) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(new PropagatingReceiverTracingObservationHandler<>(tracer, propagator));
    List<TraceContext> inside = new ArrayList<>();
    HandleResult handled = new HandleResult.Handled(Optional.empty(), false);
    EventProcessor observed =
        new ListenerObservation(registry, "totals")
            .of(
                (event, left) -> {
                  inside.add(Objects.requireNonNull(tracer.currentSpan()).context());
                  return handled;
                });

    assertThat(observed.process(EVENT, Duration.ofSeconds(1))).isSameAs(handled);

    assertThat(inside)
        .singleElement()
        .satisfies(
            context -> {
              assertThat(context.traceId()).isEqualTo(TRACE);
              assertThat(context.parentId()).isEqualTo(SPAN);
            });
    assertThat(tracer.currentSpan()).isNull();
  }

  @Test
  void letsAFailurePassAndObservesItsClassOnly() {
    ObservationRegistry registry = ObservationRegistry.create();
    List<Throwable> errors = new ArrayList<>();
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler<Observation.Context>() {
              @Override
              public void onError(Observation.Context context) {
                errors.add(Objects.requireNonNull(context.getError()));
              }

              @Override
              public boolean supportsContext(Observation.Context context) {
                return true;
              }
            });
    EventProcessor observed =
        new ListenerObservation(registry, "totals")
            .of(
                (event, left) -> {
                  throw new IllegalStateException("fails");
                });

    assertThatIllegalStateException()
        .isThrownBy(() -> observed.process(EVENT, Duration.ofSeconds(1)))
        .withMessage("fails");
    assertThat(errors)
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error).hasMessage(IllegalStateException.class.getName()).hasNoCause();
              assertThat(error.getStackTrace()).isEmpty();
            });
  }
}
