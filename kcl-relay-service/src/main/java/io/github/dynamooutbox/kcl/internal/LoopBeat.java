package io.github.dynamooutbox.kcl.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Notices that the relay's event loop no longer runs, for example because a task of it waits
 * forever. Each question sends a task to the loop unless one is still waiting. Thread-safe.
 */
final class LoopBeat {
  /** Longer than a full collection of a large heap on a slow machine. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private final Executor loop;
  private final LongSupplier nanoTime;
  private boolean waiting;
  private long since;

  LoopBeat(Executor loop, LongSupplier nanoTime) {
    this.loop = loop;
    this.nanoTime = nanoTime;
  }

  /** Why the loop seems to be stuck; empty unless it is. */
  synchronized Optional<String> stuck() {
    long now = nanoTime.getAsLong();
    if (!waiting) {
      waiting = true;
      since = now;
      loop.execute(this::ran);
      return Optional.empty();
    }
    Duration lasting = Duration.ofNanos(now - since);
    return lasting.compareTo(LIMIT) > 0
        ? Optional.of("the event loop has not run for %d s".formatted(lasting.toSeconds()))
        : Optional.empty();
  }

  private synchronized void ran() {
    waiting = false;
  }
}
