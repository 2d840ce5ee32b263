package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.EventLoop;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Repeats a call to the control table until it succeeds or the shard is closed: without its answer
 * nothing can go on. Belongs to the relay's loop.
 */
public final class Repeater {
  private final EventLoop loop;
  private final Backoff backoff;
  private final Set<EventLoop.Timer> timers = new HashSet<>();
  private boolean closed;

  public Repeater(EventLoop loop, Backoff backoff) {
    this.loop = loop;
    this.backoff = backoff;
  }

  /** The result reaches {@code onSuccess} on the loop, unless the shard is closed before. */
  public <T> void repeat(Supplier<CompletionStage<T>> call, Consumer<T> onSuccess) {
    attempt(call, onSuccess, 1);
  }

  /** No call is repeated, and no result is passed on, from now on. */
  public void close() {
    closed = true;
    timers.forEach(EventLoop.Timer::cancel);
    timers.clear();
  }

  private <T> void attempt(Supplier<CompletionStage<T>> call, Consumer<T> onSuccess, int attempt) {
    started(call)
        .whenComplete(
            (result, failure) ->
                loop.execute(
                    () -> {
                      if (closed) {
                        return;
                      }
                      if (failure == null) {
                        onSuccess.accept(result);
                      } else {
                        later(() -> attempt(call, onSuccess, attempt + 1), attempt);
                      }
                    }));
  }

  private void later(Runnable task, int attempts) {
    EventLoop.Timer[] own = new EventLoop.Timer[1];
    own[0] =
        loop.schedule(
            backoff.delayAfter(attempts),
            () -> {
              timers.remove(own[0]);
              if (!closed) {
                task.run();
              }
            });
    timers.add(own[0]);
  }

  private static <T> CompletionStage<T> started(Supplier<CompletionStage<T>> call) {
    try {
      return call.get();
    } catch (RuntimeException failure) {
      return CompletableFuture.failedStage(failure);
    }
  }
}
