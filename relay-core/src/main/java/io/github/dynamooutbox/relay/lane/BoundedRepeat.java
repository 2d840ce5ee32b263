package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Repeats a call a few times, for what is good to have and can be done without. Goes on at the end
 * of a shard, when nothing else does. Belongs to the relay's loop.
 */
public final class BoundedRepeat {
  private static final int ATTEMPTS = 3;

  private final EventLoop loop;
  private final Backoff backoff;

  public BoundedRepeat(EventLoop loop, Backoff backoff) {
    this.loop = loop;
    this.backoff = backoff;
  }

  /**
   * Runs one of the two on the loop.
   *
   * @param failed gets the last failure's simple name
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
