package io.github.dynamooutbox.kcl.it;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Repeatedly commits the next version of each of some orders, until it is stopped. */
final class Load {
  static final int ORDERS = 20;

  private static final Duration ROUND = Duration.ofMillis(200);

  private final KclSystem system;
  private final String prefix;
  private final CompletableFuture<Void> done;
  private volatile boolean ending;
  private volatile int last;

  private Load(KclSystem system, String prefix) {
    this.system = system;
    this.prefix = prefix;
    done = CompletableFuture.runAsync(this::run);
  }

  /** About a hundred events a second, each to three targets. */
  static Load start(KclSystem system, String prefix) {
    return new Load(system, prefix);
  }

  private void run() {
    for (int version = 1; !ending; version++) {
      system.placeOrders(prefix, ORDERS, version, version);
      last = version;
      try {
        TimeUnit.NANOSECONDS.sleep(ROUND.toNanos());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** The version that each order has at least reached; fails if a commit failed. */
  int version() {
    if (done.isCompletedExceptionally()) {
      done.join();
    }
    return last;
  }

  /** Stops it, and returns the version that each order has. */
  int end() {
    ending = true;
    done.join();
    return last;
  }
}
