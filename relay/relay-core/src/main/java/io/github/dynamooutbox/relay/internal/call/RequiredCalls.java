package io.github.dynamooutbox.relay.internal.call;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.UnparkableException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Retries a call to the control table until it succeeds or the shard is closed, because nothing can
 * continue without its result. Confined to the relay's event loop.
 */
public final class RequiredCalls {
  private record Repeated<T>(
      String what,
      Supplier<CompletionStage<T>> call,
      Consumer<T> onSuccess,
      Optional<Consumer<UnparkableException>> never) {

    boolean handlesPermanent(Throwable failure) {
      if (never.isEmpty() || !(Failures.cause(failure) instanceof UnparkableException unparkable)) {
        return false;
      }
      never.get().accept(unparkable);
      return true;
    }
  }

  private final EventLoop loop;
  private final Backoff backoff;
  private final RelayObserver observer;
  private final Set<EventLoop.Timer> timers = new LinkedHashSet<>();
  private boolean closed;

  /**
   * Creates one for a shard.
   *
   * @param backoff {@link ControlBackoff}, except in tests
   */
  public RequiredCalls(EventLoop loop, Backoff backoff, RelayObserver observer) {
    this.loop = loop;
    this.backoff = backoff;
    this.observer = observer;
  }

  /**
   * Passes the result to {@code onSuccess} on the loop, unless the shard is closed first.
   *
   * @param what description of the call for logs
   */
  public <T> void repeat(String what, Supplier<CompletionStage<T>> call, Consumer<T> onSuccess) {
    attempt(new Repeated<>(what, call, onSuccess, Optional.empty()), 1);
  }

  /** The same for a call that can fail permanently: {@code never} then runs on the loop. */
  public <T> void repeat(
      String what,
      Supplier<CompletionStage<T>> call,
      Consumer<T> onSuccess,
      Consumer<UnparkableException> never) {
    attempt(new Repeated<>(what, call, onSuccess, Optional.of(never)), 1);
  }

  /**
   * How long to wait before the next attempt, whether the call failed or its answer was to wait.
   *
   * @param attempts number of attempts so far, from 1
   */
  public Duration pauseAfter(int attempts) {
    return backoff.delayAfter(attempts);
  }

  /** Runs the task on the loop after the delay, unless the shard is closed first. */
  public void later(Duration delay, Runnable task) {
    EventLoop.Timer[] own = new EventLoop.Timer[1];
    own[0] =
        loop.schedule(
            delay,
            () -> {
              timers.remove(own[0]);
              if (!closed) {
                task.run();
              }
            });
    timers.add(own[0]);
  }

  /** From now on no call is retried, no task runs and no result is passed on. */
  public void close() {
    closed = true;
    timers.forEach(EventLoop.Timer::cancel);
  }

  private <T> void attempt(Repeated<T> repeated, int attempt) {
    Failures.staged(repeated.call)
        .whenComplete(
            (result, failure) ->
                loop.execute(
                    () -> {
                      if (closed) {
                        return;
                      }
                      if (failure == null) {
                        repeated.onSuccess.accept(result);
                      } else if (!repeated.handlesPermanent(failure)) {
                        Throwable cause = Failures.cause(failure);
                        observer.observe(
                            new RelayEvent.ControlFailed(
                                repeated.what,
                                Failures.code(cause),
                                String.valueOf(cause.getMessage())));
                        later(pauseAfter(attempt), () -> attempt(repeated, attempt + 1));
                      }
                    }));
  }
}
