package io.github.dynamooutbox.examples.demo.targets;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A consumer behind a target, which has its own thread until it is closed. */
final class Receiver implements AutoCloseable {
  private final Queue<String> eventIds = new ConcurrentLinkedQueue<>();
  private final AtomicLong count = new AtomicLong();
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable RuntimeException failure;

  /** Where events come from. */
  @FunctionalInterface
  interface Source {
    /** Returns the ids of new events; waits a little if there are none. */
    List<String> next() throws InterruptedException;
  }

  Receiver(String name, Source source) {
    thread = new Thread(() -> receive(source), name + "-receiver");
    thread.setDaemon(true);
    thread.start();
  }

  private void receive(Source source) {
    try {
      while (!closed) {
        List<String> ids = source.next();
        eventIds.addAll(ids);
        count.addAndGet(ids.size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /**
   * @throws IllegalStateException if the source has failed, so that nothing more will arrive
   */
  long count() {
    RuntimeException cause = failure;
    if (cause != null && !closed) {
      throw new IllegalStateException(thread.getName() + " failed", cause);
    }
    return count.get();
  }

  List<String> eventIds() {
    return List.copyOf(eventIds);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
