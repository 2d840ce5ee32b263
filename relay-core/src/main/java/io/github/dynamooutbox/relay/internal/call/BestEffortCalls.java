package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Retries a call a few times, for what is useful but not essential. Continues at the end of a
 * shard, when everything else has stopped. Belongs to the relay's loop.
 */
public final class BestEffortCalls {
  private static final int ATTEMPTS = 3;

  private final EventLoop loop;
  private final Backoff backoff;

  /**
   * No calls yet.
   *
   * @param backoff {@link ControlBackoff}, but in tests
   */
  public BestEffortCalls(EventLoop loop, Backoff backoff) {
    this.loop = loop;
    this.backoff = backoff;
  }

  /**
   * Runs one of the two on the loop.
   *
   * @param failed receives the last failure's simple name
   */
  public void call(Supplier<CompletionStage<Void>> call, Runnable done, Consumer<String> failed) {
    attempt(call, done, failed, 1);
  }

  private void attempt(
      Supplier<CompletionStage<Void>> call, Runnable done, Consumer<String> failed, int attempt) {
    started(call)
        .whenComplete(
            (nothing, failure) ->
                loop.execute(
                    () -> {
                      if (failure == null) {
                        done.run();
                      } else if (attempt == ATTEMPTS) {
                        failed.accept(Failures.code(failure));
                      } else {
                        loop.schedule(
                            backoff.delayAfter(attempt),
                            () -> attempt(call, done, failed, attempt + 1));
                      }
                    }));
  }

  private static CompletionStage<Void> started(Supplier<CompletionStage<Void>> call) {
    try {
      return call.get();
    } catch (RuntimeException failure) {
      return CompletableFuture.failedStage(failure);
    }
  }
}
