package io.github.dynamooutbox.writer;

import java.util.Optional;

/**
 * Makes a span of each commit, whose context the records get unless the transaction sets one: see
 * {@link OutboxBuilder#tracing}. A transaction that the caller sends ({@link
 * TransactionBuilder#items}) has none. Implementations are thread-safe. What they throw is treated
 * as what a {@link CommitListener} throws, but at the end of an asynchronous commit's span not even
 * a {@link VirtualMachineError} reaches the caller; a commit whose span cannot be started has none.
 */
@FunctionalInterface
public interface CommitTracing {

  /**
   * Starts the span of a commit. Called on the thread that calls {@code commit}, before anything is
   * checked or sent; once for each attempt of a decision.
   *
   * @param table the outbox's table
   * @param source the outbox's source
   */
  Span start(String table, String source);

  /** The span of one commit. */
  interface Span {
    /** Its W3C trace context; empty if it has none, as one that is not sampled may have. */
    Optional<TraceContext> context();

    /**
     * Ends it, on the thread that completes the commit.
     *
     * @param failure why the commit failed; empty if it succeeded
     */
    void end(Optional<Throwable> failure);
  }

  /** A W3C trace context. */
  record TraceContext(String traceparent, Optional<String> tracestate) {}

  /** Makes no spans. */
  static CommitTracing none() {
    return (table, source) -> NoSpan.INSTANCE;
  }
}
