package io.github.dynamooutbox.operations.internal.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads ahead, several reads at a time, and passes the results on in the order in which they were
 * requested, on the requesting thread. Not thread-safe.
 *
 * @param <T> what is read
 */
public final class InOrder<T> {
  private final Executor executor;
  private final int most;
  private final Consumer<T> each;
  private final Deque<CompletableFuture<T>> ahead = new ArrayDeque<>();

  /**
   * @param most how many reads may be in progress or wait to be passed on
   */
  public InOrder(Executor executor, int most, Consumer<T> each) {
    this.executor = executor;
    this.most = most;
    this.each = each;
  }

  /** Starts one more read. Passes on the oldest first if the maximum is reached. */
  public void read(Supplier<T> read) {
    if (ahead.size() == most) {
      passOn(ahead.remove());
    }
    ahead.add(CompletableFuture.supplyAsync(read, executor));
  }

  /** Passes on the rest. */
  public void end() {
    while (!ahead.isEmpty()) {
      passOn(ahead.remove());
    }
  }

  private void passOn(CompletableFuture<T> next) {
    T read;
    try {
      read = next.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    }
    each.accept(read);
  }
}
