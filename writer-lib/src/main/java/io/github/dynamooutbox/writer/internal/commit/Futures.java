package io.github.dynamooutbox.writer.internal.commit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;

/** What asynchronous steps have in common. */
public final class Futures {
  private Futures() {}

  /** Cancels a pending step as soon as there is a result, wherever it came from. */
  public static <F extends Future<?>> F cancelWith(CompletableFuture<?> result, F pending) {
    CompletableFuture<?> unused = result.whenComplete((ended, failure) -> pending.cancel(true));
    return pending;
  }

  /** Ends a result as a step ends. */
  public static <T> void completeWith(CompletableFuture<T> result, CompletableFuture<T> step) {
    CompletableFuture<?> unused =
        step.whenComplete(
            (value, failure) -> {
              if (failure == null) {
                result.complete(value);
              } else {
                result.completeExceptionally(unwrapped(failure));
              }
            });
  }

  /** The failure that a step itself ended with. */
  public static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
