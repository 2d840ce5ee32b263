package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a replay does, and notices when it makes no progress: like a relay, it waits for a
 * target or a control table that fails, but it must not keep its caller waiting for ever.
 * Thread-safe.
 */
final class ReplayCounts implements RelayObserver {
  private final LongAdder published = new LongAdder();
  private final LongAdder parked = new LongAdder();
  private final AtomicReference<@Nullable String> halted = new AtomicReference<>();
  private final AtomicReference<@Nullable Failing> failing = new AtomicReference<>();
  private final Duration patience;
  private final LongSupplier ticker;

  /** The first failure after which nothing was accepted. */
  private record Failing(long since, String what) {}

  /**
   * For a replay that stops when calls have failed for this long and no target has accepted
   * anything.
   */
  ReplayCounts(Duration patience) {
    this(patience, System::nanoTime);
  }

  /**
   * @param ticker the time in nanoseconds, from any start
   */
  ReplayCounts(Duration patience, LongSupplier ticker) {
    this.patience = patience;
    this.ticker = ticker;
  }

  /** How long a target of the relay may fail until it counts as down. */
  static Duration patience(RelayConfig config) {
    return config.relay().parking().orElseThrow().blockedAfter().targetDown();
  }

  @Override
  public void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Published) {
      published.increment();
      failing.set(null);
    } else if (event instanceof RelayEvent.Retried it) {
      failed("target \"%s\" fails (%s)".formatted(it.target(), it.code()));
    } else if (event instanceof RelayEvent.Parked || event instanceof RelayEvent.ParkedUnreadable) {
      parked.increment();
      failing.set(null);
    } else if (event instanceof RelayEvent.Halted it) {
      halted.compareAndSet(null, it.reason() + ": " + it.message());
    } else if (event instanceof RelayEvent.Lost it) {
      // Receipts could not be written: until they are, nothing counts as done.
      failed("the control table fails (%s, %s)".formatted(it.what(), it.code()));
    } else if (event instanceof RelayEvent.ControlFailed it) {
      failed("the control table fails (%s, %s)".formatted(it.what(), it.code()));
    }
  }

  private void failed(String what) {
    failing.compareAndSet(null, new Failing(ticker.getAsLong(), what));
  }

  long published() {
    return published.sum();
  }

  long parked() {
    return parked.sum();
  }

  /** Why no more progress can be expected; empty if it can. */
  Optional<String> halted() {
    Failing first = failing.get();
    if (first != null && ticker.getAsLong() - first.since() >= patience.toNanos()) {
      halted.compareAndSet(
          null,
          "%s, and nothing was accepted for %d s; see outbox status and outbox doctor"
              .formatted(first.what(), patience.toSeconds()));
    }
    return Optional.ofNullable(halted.get());
  }
}
