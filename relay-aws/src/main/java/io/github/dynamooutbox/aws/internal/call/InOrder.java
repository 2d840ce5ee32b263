package io.github.dynamooutbox.aws.internal.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads things ahead, several at the same time, and passes them on in the order in which they were
 * asked for, on the thread of whoever asks. Used by one thread.
 *
 * @param <T> what is read
 */
public final class InOrder<T> {
  private final Executor executor;
  private final int most;
  private final Consumer<T> each;
  private final Deque<CompletableFuture<T>> ahead = new ArrayDeque<>();

  /**
   * @param most how many are read, or wait to be passed on, at the same time
   */
  public InOrder(Executor executor, int most, Consumer<T> each) {
    this.executor = executor;
    this.most = most;
    this.each = each;
  }

  /** Reads one more, and passes on the first if there are as many as there may be. */
  public void read(Supplier<T> read) {
    if (ahead.size() == most) {
      passOn(ahead.remove());
    }
    ahead.add(CompletableFuture.supplyAsync(read, executor));
  }

  /** Passes on all that is left. */
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
