package io.github.dynamooutbox.kcl.internal.lease;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a question that KCL's only loop asks again and again, and for which it would wait:
 * while the answer takes long, it is the one before, if there was one. Thread-safe.
 */
final class Unblocked<T> {
  /** A table that is not slow answers sooner. */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final Supplier<CompletableFuture<T>> question;
  private @Nullable CompletableFuture<T> asking;
  private @Nullable CompletableFuture<T> before;

  Unblocked(Supplier<CompletableFuture<T>> question) {
    this.question = question;
  }

  /** An answer that is never older than the one of the last question that has been answered. */
  synchronized CompletableFuture<T> answer() {
    if (asking == null || asking.isDone()) {
      before = asking == null || asking.isCompletedExceptionally() ? null : asking;
      asking = question.get();
    }
    CompletableFuture<T> answer = asking.copy();
    return before == null
        ? answer
        : answer.completeOnTimeout(before.join(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The same for a caller that waits. */
  T await() {
    try {
      return answer().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
