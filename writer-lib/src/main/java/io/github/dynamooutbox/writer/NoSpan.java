package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitTracing.TraceContext;
import java.util.Optional;

/** The span of commits that are not traced. */
enum NoSpan implements CommitTracing.Span {
  INSTANCE;

  @Override
  public Optional<TraceContext> context() {
    return Optional.empty();
  }

  @Override
  public void end(Optional<Throwable> failure) {}
}
