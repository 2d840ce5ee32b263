package io.github.dynamooutbox.benchmarks.chaos;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Commits the next version of each order about ten times a second, until it is ended. */
final class OrderLoad {
  static final int ORDERS = 10;

  private static final long PAUSE_MILLIS = 100;
  private static final int ATTEMPTS = 10;

  private record OrderChanged(String order, int version) {}

  private final Outbox outbox;
  private final String prefix;
  private final CompletableFuture<Void> done;
  private volatile boolean ending;
  private volatile int last;

  /**
   * Starts the load.
   *
   * @param prefix the prefix of the orders' names
   */
  OrderLoad(Outbox outbox, String prefix) {
    this.outbox = outbox;
    this.prefix = prefix;
    done = CompletableFuture.runAsync(this::run);
  }

  private void run() {
    for (int version = 1; !ending; version++) {
      int next = version;
      IntStream.range(0, ORDERS).parallel().forEach(order -> commit(prefix + order, next));
      last = version;
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** An answer may be lost on a busy machine; the idempotency key makes a repeat harmless. */
  private void commit(String order, int version) {
    for (int attempt = 1; ; attempt++) {
      try {
        outbox
            .transaction()
            .events(
                Aggregate.of("Order", order).at(version),
                Event.of("OrderChanged", new OrderChanged(order, version)))
            .idempotencyKey(order + "-" + version)
            .commit();
        return;
      } catch (CommitOutcomeUnknownException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** The version that each order has at least reached by now; fails if a commit failed. */
  int version() {
    if (done.isCompletedExceptionally()) {
      done.join();
    }
    return last;
  }

  /** Ends the load, and returns the version that each order has reached. */
  int end() {
    ending = true;
    done.join();
    return last;
  }
}
