package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.writer.CommitTracing.TraceContext;
import io.github.dynamooutbox.writer.internal.plan.TraceSource;
import io.github.dynamooutbox.writer.internal.plan.TraceSource.Trace;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** What a transaction says about itself: trace, conversation, cause, tenant and user. */
final class TransactionContext {
  private final Map<ContextAttribute, String> given = new EnumMap<>(ContextAttribute.class);

  /** The context of the commit's span. */
  private Optional<TraceContext> span = Optional.empty();

  void span(Optional<TraceContext> context) {
    span = context;
  }

  void set(ContextAttribute attribute, String text) {
    given.put(attribute, Checks.text("the " + attribute.label(), text));
  }

  Optional<String> get(ContextAttribute attribute) {
    return Optional.ofNullable(given.get(attribute));
  }

  void trace(String traceparent, String tracestate) {
    set(ContextAttribute.TRACEPARENT, traceparent);
    if (Checks.notNull("the tracestate", tracestate).isEmpty()) {
      given.remove(ContextAttribute.TRACESTATE);
    } else {
      set(ContextAttribute.TRACESTATE, tracestate);
    }
  }

  /**
   * A trace context that the caller has set takes precedence over that of the commit's span and the
   * thread.
   */
  CommitContext commitContext(RecordDefaults defaults, Instant writtenAt, TraceSource traces) {
    Map<ContextAttribute, String> attributes = new EnumMap<>(given);
    if (!given.containsKey(ContextAttribute.TRACEPARENT)) {
      span.map(own -> new Trace(own.traceparent(), own.tracestate()))
          .or(traces::current)
          .ifPresent(trace -> put(trace, attributes));
    }
    return new CommitContext(defaults.source(), writtenAt, defaults.region(), attributes);
  }

  private static void put(Trace trace, Map<ContextAttribute, String> attributes) {
    attributes.put(ContextAttribute.TRACEPARENT, trace.traceparent());
    trace.tracestate().ifPresent(it -> attributes.put(ContextAttribute.TRACESTATE, it));
  }
}
