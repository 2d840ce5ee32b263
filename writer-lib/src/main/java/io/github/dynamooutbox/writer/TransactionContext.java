package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.writer.TraceSource.Trace;
import java.time.Instant;
import java.util.Optional;

/** The context of a transaction: trace, conversation, cause, tenant and user. */
final class TransactionContext {
  private Optional<String> traceparent = Optional.empty();
  private Optional<String> tracestate = Optional.empty();
  private Optional<String> correlationId = Optional.empty();
  private Optional<String> causationId = Optional.empty();
  private Optional<String> tenant = Optional.empty();
  private Optional<String> user = Optional.empty();

  void traceparent(String text) {
    traceparent = Optional.of(Checks.text("the traceparent", text));
  }

  void tracestate(String text) {
    tracestate =
        Checks.notNull("the tracestate", text).isEmpty()
            ? Optional.empty()
            : Optional.of(Checks.text("the tracestate", text));
  }

  void correlationId(String text) {
    correlationId = Optional.of(Checks.text("the correlation id", text));
  }

  void causationId(String text) {
    causationId = Optional.of(Checks.text("the causation id", text));
  }

  void tenant(String text) {
    tenant = Optional.of(Checks.text("the tenant", text));
  }

  void user(String text) {
    user = Optional.of(Checks.text("the user", text));
  }

  /** A trace context that the caller has set takes precedence over that of the thread. */
  CommitContext commitContext(RecordDefaults defaults, Instant writtenAt, TraceSource traces) {
    Optional<Trace> trace =
        traceparent.isPresent()
            ? Optional.of(new Trace(traceparent.get(), tracestate))
            : traces.current();
    return new CommitContext(
        defaults.source(),
        writtenAt,
        defaults.region(),
        trace.map(Trace::traceparent),
        trace.flatMap(Trace::tracestate),
        correlationId,
        causationId,
        tenant,
        user);
  }
}
