package io.github.dynamooutbox.cli.internal.console;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The live events of all open pages. One thread polls for all of them, and only while a page is
 * open. Each page gets the newest event that it has not had: a slow page misses some, and nothing
 * is queued for it. Thread-safe.
 */
final class LiveFeed implements AutoCloseable {
  /** A page gets something at least this often, so that it is noticed when the page has gone. */
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(2);

  static final int MOST_PAGES = 16;

  private final Supplier<String> source;
  private final Duration between;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread poller = new Thread(this::poll, "outbox-console-poll");

  private int pages;
  private boolean isWanted;
  private boolean isClosed;
  private Sent status = new Sent(0, "");
  private Sent act = new Sent(0, "");

  private record Sent(long number, String event) {}

  /**
   * Starts polling when the first page joins.
   *
   * @param source returns an event as it is sent; must not throw
   * @param between how long to wait between polls
   */
  LiveFeed(Supplier<String> source, Duration between) {
    this.source = source;
    this.between = between;
    poller.setDaemon(true);
    poller.start();
  }

  /** Formats a server-sent event; the data is one line. */
  static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }

  /** Adds a page that was opened; empty if there are too many already. */
  Optional<Viewer> join() {
    lock.lock();
    try {
      if (pages == MOST_PAGES) {
        return Optional.empty();
      }
      isWanted |= pages == 0;
      pages++;
      changed.signalAll();
      return Optional.of(new Viewer());
    } finally {
      lock.unlock();
    }
  }

  /** Polls at once, because something was changed. */
  void pollNow() {
    change(() -> isWanted = true);
  }

  /** Reports the progress of an act. */
  void report(String event) {
    change(() -> act = new Sent(act.number() + 1, event));
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void poll() {
    try {
      while (awaitTurn()) {
        String event = source.get();
        change(() -> status = new Sent(status.number() + 1, event));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until a page is open and a poll is due; false once the feed is closed. */
  private boolean awaitTurn() throws InterruptedException {
    lock.lock();
    try {
      long left = between.toNanos();
      while (!isClosed && (pages == 0 || (!isWanted && left > 0))) {
        if (pages == 0) {
          changed.await();
        } else {
          left = changed.awaitNanos(left);
        }
      }
      isWanted = false;
      return !isClosed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    change(() -> isClosed = true);
    poller.interrupt();
  }

  /** An open page. Used by one thread. */
  final class Viewer implements AutoCloseable {
    private long seenStatus;
    private long seenAct = act.number();

    /**
     * Waits for what this page has not had yet.
     *
     * @return a comment if there was nothing for a while; empty once the feed is closed
     */
    Optional<String> next() throws InterruptedException {
      lock.lock();
      try {
        long left = KEEP_ALIVE.toNanos();
        while (!isClosed && !isNew() && left > 0) {
          left = changed.awaitNanos(left);
        }
        if (isClosed) {
          return Optional.empty();
        }
        String events =
            (isNewer(status, seenStatus) ? status.event() : "")
                + (isNewer(act, seenAct) ? act.event() : "");
        seenStatus = status.number();
        seenAct = act.number();
        return Optional.of(events.isEmpty() ? ": nothing new\n\n" : events);
      } finally {
        lock.unlock();
      }
    }

    private boolean isNew() {
      return isNewer(status, seenStatus) || isNewer(act, seenAct);
    }

    private static boolean isNewer(Sent last, long seen) {
      return last.number() > seen;
    }

    /** The page has gone. */
    @Override
    public void close() {
      lock.lock();
      try {
        pages--;
        if (pages == 0) {
          // The next page would see a status from long ago.
          status = new Sent(0, "");
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
