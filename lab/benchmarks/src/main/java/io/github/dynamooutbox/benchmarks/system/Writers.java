package io.github.dynamooutbox.benchmarks.system;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Threads that commit orders of about 1 KB at a common pace. Each payload contains the time just
 * before its commit. A writer that is late does not pause until it has caught up.
 */
final class Writers implements AutoCloseable {
  /** As fast as possible. */
  static final double UNLIMITED = 0;

  private static final int THREADS = 16;
  private static final String NOTE = "x".repeat(900);

  private final Outbox outbox;
  private final int aggregates;
  private final double perSecond;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final List<CompletableFuture<Void>> running = new ArrayList<>();
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong written = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();
  private final long began = System.nanoTime();
  private volatile boolean ending;

  /** Starts the writers. */
  Writers(Outbox outbox, int aggregates, double perSecond) {
    this.outbox = outbox;
    this.aggregates = aggregates;
    this.perSecond = perSecond;
    for (int i = 0; i < THREADS; i++) {
      running.add(CompletableFuture.runAsync(this::run, threads));
    }
  }

  private void run() {
    while (!ending) {
      long number = next.getAndIncrement();
      try {
        awaitTurn(number);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      commit(number);
    }
  }

  private void commit(long number) {
    try {
      outbox
          .transaction()
          .events(
              Aggregate.of("Order", "o-" + number % aggregates),
              Event.of("OrderPlaced", Map.of("at", System.currentTimeMillis(), "note", NOTE)))
          .commit();
      written.incrementAndGet();
    } catch (CommitOutcomeUnknownException e) {
      // On a machine that is too busy. If the event arrives, it is one more than expected.
      unknown.incrementAndGet();
    }
  }

  private void awaitTurn(long number) throws InterruptedException {
    if (perSecond > UNLIMITED) {
      long due = began + (long) (number / perSecond * 1e9);
      long wait = due - System.nanoTime();
      if (wait > 0) {
        Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
      }
    }
  }

  /** How many commits have returned. */
  long written() {
    return written.get();
  }

  /** How many commits were not answered in time. */
  long unknown() {
    return unknown.get();
  }

  /** Lets every writer finish its commit. Fails if a writer failed. */
  void end() {
    ending = true;
    running.forEach(CompletableFuture::join);
  }

  @Override
  public void close() {
    ending = true;
    threads.shutdownNow();
  }
}
