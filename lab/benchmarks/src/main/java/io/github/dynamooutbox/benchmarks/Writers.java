package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.VersionTakenException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Threads that commit the next versions of orders of about 1 KB at a common pace. Each payload
 * contains the time just before its commit. A writer that is late does not pause until it has
 * caught up.
 */
final class Writers implements AutoCloseable {
  /** As fast as possible. */
  static final double UNLIMITED = 0;

  private static final int THREADS = 16;
  private static final int ATTEMPTS = 10;
  private static final String NOTE = "x".repeat(900);

  private final Outbox outbox;
  private final String prefix;
  private final double perSecond;
  private final AtomicIntegerArray versions;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final List<CompletableFuture<Void>> running = new ArrayList<>();
  private final long began = System.nanoTime();
  private volatile boolean ending;

  /** Starts to write that many orders, with names that begin with the prefix. */
  Writers(Outbox outbox, String prefix, int orders, double perSecond) {
    this.outbox = outbox;
    this.prefix = prefix;
    this.perSecond = perSecond;
    versions = new AtomicIntegerArray(orders);
    int writers = Math.min(THREADS, orders);
    for (int i = 0; i < writers; i++) {
      int writer = i;
      running.add(CompletableFuture.runAsync(() -> run(writer, writers), threads));
    }
  }

  /** An order is written by one thread. */
  private void run(int writer, int writers) {
    int order = writer;
    for (long number = writer; !ending; number += writers) {
      try {
        awaitTurn(number);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      commit(order, versions.get(order) + 1);
      versions.incrementAndGet(order);
      order = order + writers < versions.length() ? order + writers : writer;
    }
  }

  /** An answer may be lost on a busy machine; then the version says whether it was committed. */
  private void commit(int order, int version) {
    for (int attempt = 1; ; attempt++) {
      try {
        outbox
            .transaction()
            .events(
                Aggregate.of("Order", prefix + order).at(version),
                Event.of("OrderPlaced", Map.of("at", System.currentTimeMillis(), "note", NOTE)))
            .commit();
        return;
      } catch (CommitOutcomeUnknownException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      } catch (VersionTakenException e) {
        if (attempt == 1) {
          throw e;
        }
        return;
      }
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

  /** How many events have been committed; fails if a writer failed. */
  int written() {
    running.stream()
        .filter(CompletableFuture::isCompletedExceptionally)
        .forEach(failed -> failed.join());
    return versions().sum();
  }

  /** The versions that the orders have at least reached. */
  IntStream versions() {
    return IntStream.range(0, versions.length()).map(versions::get);
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
