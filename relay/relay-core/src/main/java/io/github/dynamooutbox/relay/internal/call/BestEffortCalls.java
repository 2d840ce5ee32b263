package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes calls that are useful but not essential, and retries each a few times. Continues while a
 * shard is being closed, when everything else has stopped. Confined to the relay's event loop.
 */
public final class BestEffortCalls {
  private static final int ATTEMPTS = 3;

  private final EventLoop loop;
  private final Backoff backoff;

  /**
   * Creates one for a shard.
   *
   * @param backoff {@link ControlBackoff}, except in tests
   */
  public BestEffortCalls(EventLoop loop, Backoff backoff) {
    this.loop = loop;
    this.backoff = backoff;
  }

  /**
   * Makes the call, then runs one of the two callbacks on the loop.
   *
   * @param failed receives the simple name of the last failure
   */
  public void call(Supplier<CompletionStage<Void>> call, Runnable done, Consumer<String> failed) {
    attempt(call, done, failed, 1);
  }

  private void attempt(
      Supplier<CompletionStage<Void>> call, Runnable done, Consumer<String> failed, int attempt) {
    Failures.staged(call)
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
}
