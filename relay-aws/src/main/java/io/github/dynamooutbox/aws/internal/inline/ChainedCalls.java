package io.github.dynamooutbox.aws.internal.inline;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
    if (isCancelled()) {
      started.cancel(true);
    }
    CompletableFuture<Void> unused = started.thenAccept(next).whenComplete(this::fail);
  }

  private void fail(@Nullable Void nothing, @Nullable Throwable failure) {
    if (failure != null) {
      completeExceptionally(failure);
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean cancelled = super.cancel(mayInterruptIfRunning);
    CompletableFuture<?> last;
    synchronized (this) {
      last = underWay;
    }
    if (cancelled && last != null) {
      last.cancel(mayInterruptIfRunning);
    }
    return cancelled;
  }
}
