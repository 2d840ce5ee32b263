package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.internal.call.BlockingCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Blocking calls, several at a time, and their results in the order of the calls. It completes even
 * if the executor has only one thread. When it is cancelled, or a call fails, the calls in progress
 * are cancelled and no other starts.
 */
final class ParallelCalls<T> extends CompletableFuture<List<T>> {
  private final List<Callable<T>> calls;
  private final Map<Integer, T> results = new ConcurrentSkipListMap<>();
  private final AtomicInteger next = new AtomicInteger();
  private final List<CompletableFuture<Boolean>> threads = new ArrayList<>();

  private ParallelCalls(List<Callable<T>> calls) {
    this.calls = calls;
  }

  /**
   * Starts the calls.
   *
   * @param calls at least one
   * @param most how many may run at the same time
   */
  static <T> CompletableFuture<List<T>> start(
      List<Callable<T>> calls, int most, Executor executor) {
    ParallelCalls<T> all = new ParallelCalls<>(calls);
    for (int i = 0; i < Math.min(most, calls.size()); i++) {
      all.threads.add(BlockingCall.start(all::run, executor));
    }
    all.threads.forEach(
        thread -> {
          CompletableFuture<Boolean> unused = thread.whenComplete(all::ended);
        });
    return all;
  }

  private boolean run() throws Exception {
    for (int at = next.getAndIncrement();
        at < calls.size() && !isDone();
        at = next.getAndIncrement()) {
      results.put(at, calls.get(at).call());
    }
    return results.size() == calls.size() && complete(List.copyOf(results.values()));
  }

  private void ended(@Nullable Boolean isLast, @Nullable Throwable failure) {
    if (failure != null && completeExceptionally(failure)) {
      cancelThreads();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    boolean isCancelled = super.cancel(mayInterruptIfRunning);
    if (isCancelled) {
      cancelThreads();
    }
    return isCancelled;
  }

  private void cancelThreads() {
    threads.forEach(thread -> thread.cancel(true));
  }
}
