package io.github.dynamooutbox.aws.control;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Starts a call when the one before it has ended, successfully or not. Thread-safe. */
final class OneAfterTheOther {
  private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

  synchronized <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> call) {
    CompletableFuture<T> next =
        last.handle((result, failure) -> true).thenCompose(ended -> call.get());
    last = next;
    return next;
  }
}
