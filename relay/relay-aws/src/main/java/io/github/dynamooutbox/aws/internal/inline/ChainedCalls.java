package io.github.dynamooutbox.aws.internal.inline;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result of several calls made one after the other. Cancelling it cancels the call in progress
 * and starts no other.
 */
final class ChainedCalls<T> extends CompletableFuture<T> {
  // Guarded by this.
  private @Nullable CompletableFuture<?> underWay;

  /** Makes a call and continues with its result. If the call fails, so does the whole. */
  <R> void call(Supplier<? extends CompletionStage<R>> call, Consumer<R> next) {
    if (isDone()) {
      return;
    }
    CompletableFuture<R> started;
    try {
      started = call.get().toCompletableFuture();
    } catch (RuntimeException e) {
      completeExceptionally(e);
      return;
    }
    synchronized (this) {
      underWay = started;
    }
    if (isDone()) {
      started.cancel(true);
    }
    CompletableFuture<Void> unused = started.thenAccept(next).whenComplete(this::fail);
  }

  private void fail(@Nullable Void nothing, @Nullable Throwable failure) {
    if (failure != null) {
      completeExceptionally(failure);
    }
  }

  /**
   * Completes the whole with {@code otherwise} after this time: cancels the call in progress and
   * starts no other.
   */
  void endAfter(Duration time, T otherwise) {
    CompletableFuture<T> timer = new CompletableFuture<>();
    CompletableFuture<Void> unused =
        timer
            .completeOnTimeout(otherwise, time.toMillis(), TimeUnit.MILLISECONDS)
            .thenAccept(
                late -> {
                  if (complete(late)) {
                    cancelUnderWay(true);
                  }
                });
    CompletableFuture<T> unusedEnd = whenComplete((result, failure) -> timer.cancel(false));
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    if (cancelled) {
      cancelUnderWay(mayInterruptIfRunning);
    }
    return cancelled;
  }

  private void cancelUnderWay(boolean mayInterruptIfRunning) {
    CompletableFuture<?> last;
    synchronized (this) {
      last = underWay;
    }
    if (last != null) {
      last.cancel(mayInterruptIfRunning);
    }
  }
}
