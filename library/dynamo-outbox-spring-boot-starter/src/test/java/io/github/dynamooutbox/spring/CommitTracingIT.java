package io.github.dynamooutbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import brave.Tracing;
import brave.handler.MutableSpan;
import brave.handler.SpanHandler;
import brave.propagation.TraceContext;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.brave.bridge.BraveCurrentTraceContext;
import io.micrometer.tracing.brave.bridge.BravePropagator;
import io.micrometer.tracing.brave.bridge.BraveTracer;
import io.micrometer.tracing.brave.bridge.W3CPropagation;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.micrometer.tracing.propagation.Propagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Spans of commits with both tracers, through Micrometer Tracing only. */
class CommitTracingIT {
  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("traced"));

  /** What an exporter was given: trace id, span id and name. */
  private final List<String> exported = Collections.synchronizedList(new ArrayList<>());

  @Test
  void recordsTheSpanOfTheCommitWithBrave() {
    try (Tracing tracing =
        Tracing.newBuilder()
            .traceId128Bit(true)
            .propagationFactory(new W3CPropagation())
            .addSpanHandler(
                new SpanHandler() {
                  @Override
                  public boolean end(TraceContext context, MutableSpan span, Cause cause) {
                    exported.add(span.traceId() + "-" + span.id() + " " + span.name());
                    return true;
                  }
                })
            .build()) {
      commitsInATrace(
          "brave",
          new BraveTracer(
              tracing.tracer(), new BraveCurrentTraceContext(tracing.currentTraceContext())),
          new BravePropagator(tracing));
    }
  }

  @Test
  void recordsTheSpanOfTheCommitWithOpenTelemetry() {
    try (SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(new Exporter()))
            .build()) {
      io.opentelemetry.api.trace.Tracer tracer = provider.get("test");
      commitsInATrace(
          "otel",
          new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {}),
          new OtelPropagator(
              ContextPropagators.create(W3CTraceContextPropagator.getInstance()), tracer));
    }
  }

  private final class Exporter implements SpanExporter {
    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
      spans.forEach(
          span -> exported.add(span.getTraceId() + "-" + span.getSpanId() + " " + span.getName()));
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode flush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  private void commitsInATrace(String id, Tracer tracer, Propagator propagator) {
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        // As Boot registers them.
        .observationHandler(
            new ObservationHandler.FirstMatchingCompositeObservationHandler(
                new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                new DefaultTracingObservationHandler(tracer)));
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(OutboxAutoConfiguration.class))
        .withBean(DynamoDbClient.class, DYNAMODB::client, bean -> bean.setDestroyMethodName(""))
        .withBean(ObservationRegistry.class, () -> registry)
        .withPropertyValues("dynamo-outbox.table=traced", "dynamo-outbox.source=/shop/orders")
        .run(
            context -> {
              Outbox outbox = context.getBean(Outbox.class);
              Observation.createNotStarted("request", registry).observe(() -> place(outbox, id));

              String parent = record(id).get("traceparent").s();
              String trace = parent.substring(3, 35);
              String span = parent.substring(36, 52);
              assertThat(exported)
                  .hasSize(2)
                  .contains(trace + "-" + span + " traced commit")
                  .anyMatch(each -> each.startsWith(trace) && each.endsWith("request"));
            });
  }

  private static void place(Outbox outbox, String id) {
    outbox
        .transaction()
        .eventsOptional()
        .events(Aggregate.of("Order", id).at(1), Event.withoutPayload("OrderPlaced"))
        .commit();
  }

  private static Map<String, AttributeValue> record(String id) {
    return DYNAMODB.client().scan(scan -> scan.tableName("traced")).items().stream()
        .filter(item -> item.get("PK").s().equals("OUTBOX#Order#" + id))
        .findFirst()
        .orElseThrow();
  }
}
