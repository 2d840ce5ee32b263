package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.writer.internal.plan.OpenTelemetryTrace;
import io.github.dynamooutbox.writer.internal.plan.TraceSource;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class TraceTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";
  private static final String TRACEPARENT = "00-" + TRACE + "-" + SPAN + "-01";

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox = Outbox.builder(dynamoDb).table("orders").source("/s").build();

  @Test
  void recordHasOpenTelemetrysCurrentContext() {
    TraceState state = TraceState.builder().put("vendor", "1").put("other", "2").build();
    CommitContext context = commitIn(state, transaction());
    assertThat(context.get(ContextAttribute.TRACEPARENT)).contains(TRACEPARENT);
    assertThat(context.get(ContextAttribute.TRACESTATE).orElseThrow().split(","))
        .containsExactlyInAnyOrder("vendor=1", "other=2");
  }

  @Test
  void emptyTraceStateIsLeftOut() {
    CommitContext context = commitIn(TraceState.getDefault(), transaction());
    assertThat(context.get(ContextAttribute.TRACEPARENT)).contains(TRACEPARENT);
    assertThat(context.get(ContextAttribute.TRACESTATE)).isEmpty();
  }

  @Test
  void contextThatWasGivenGoesFirst() {
    TraceState state = TraceState.builder().put("vendor", "1").build();
    CommitContext context = commitIn(state, transaction().trace("00-a-b-01"));
    assertThat(context.get(ContextAttribute.TRACEPARENT)).contains("00-a-b-01");
    assertThat(context.get(ContextAttribute.TRACESTATE)).isEmpty();
  }

  @Test
  void withoutASpanThereIsNoContext() {
    transaction().commit();
    assertThat(context().get(ContextAttribute.TRACEPARENT)).isEmpty();
  }

  @Test
  void serviceWithoutOpenTelemetryAndEnhancedClientCommits() throws Exception {
    assertThat(TraceSource.onClassPath()).isInstanceOf(OpenTelemetryTrace.class);
    Callable<?> bare =
        (Callable<?>)
            new Bare().loadClass(CommitsBare.class.getName()).getConstructor().newInstance();
    assertThat((Object) in(TraceState.getDefault()).wrap(bare).call()).isEqualTo("no trace");
    assertThat(in(TraceState.getDefault()).wrap(new CommitsBare()).call()).isEqualTo("trace");
  }

  /** Runs where there is nothing but what writer-lib ships with. */
  public static final class CommitsBare implements Callable<String> {
    @Override
    public String call() {
      FakeDynamoDb dynamoDb = new FakeDynamoDb();
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .build()
          .transaction()
          .events(Aggregate.of("Order", "1"), Event.of("OrderPlaced", 1))
          .commit();
      return dynamoDb.request().transactItems().get(0).put().item().containsKey("traceparent")
          ? "trace"
          : "no trace";
    }
  }

  /** Loads the writer anew, without what is optional. */
  private static final class Bare extends ClassLoader {
    Bare() {
      super(TraceTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (name.startsWith("io.opentelemetry.")
          || name.startsWith("software.amazon.awssdk.enhanced.")) {
        throw new ClassNotFoundException(name);
      }
      if (!name.startsWith("io.github.dynamooutbox.writer.")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream bytes =
          Objects.requireNonNull(getParent().getResourceAsStream(file), file)) {
        byte[] all = bytes.readAllBytes();
        return defineClass(name, all, 0, all.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private OutboxTransaction transaction() {
    return outbox.transaction().events(Aggregate.of("Order", "1"), Event.of("OrderPlaced", 1));
  }

  private CommitContext commitIn(TraceState state, OutboxTransaction transaction) {
    in(state).wrap((Runnable) transaction::commit).run();
    return context();
  }

  private static Context in(TraceState state) {
    return Context.root()
        .with(Span.wrap(SpanContext.create(TRACE, SPAN, TraceFlags.getSampled(), state)));
  }

  private CommitContext context() {
    return Items.decoded(dynamoDb.request().transactItems().get(0).put().item()).record().context();
  }
}
