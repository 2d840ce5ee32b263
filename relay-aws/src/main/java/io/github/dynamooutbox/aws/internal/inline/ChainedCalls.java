package io.github.dynamooutbox.aws.internal.inline;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What several calls lead to, one after the other. Cancelling it cancels the call under way, and no
 * other follows.
 */
final class ChainedCalls<T> extends CompletableFuture<T> {
  // Guarded by this.
  private @Nullable CompletableFuture<?> underWay;

  /** Makes a call, and goes on with its result; its failure is that of the whole. */
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

  /** Ends all of it after so long: the call under way is cancelled, and no other follows. */
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
