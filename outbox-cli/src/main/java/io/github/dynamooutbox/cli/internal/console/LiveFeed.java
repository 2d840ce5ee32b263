package io.github.dynamooutbox.cli.internal.console;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * What all open pages see. One thread looks for all of them, and only while there is a page. Each
 * page gets the newest of what it has not had: one that reads slowly misses some, and nothing is
 * kept for it. Thread-safe.
 */
final class LiveFeed implements AutoCloseable {
  /** So often at least a page gets something, and its absence is noticed. */
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(2);

  static final int MOST_PAGES = 16;

  private final Supplier<String> look;
  private final Duration between;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Thread poller = new Thread(this::poll, "outbox-console-look");

  private int pages;
  private boolean isWanted;
  private boolean isClosed;
  private Sent status = new Sent(0, "");
  private Sent act = new Sent(0, "");

  private record Sent(long number, String event) {}

  /**
   * Begins when the first page joins.
   *
   * @param look returns an event as it is sent; must not throw
   * @param between how long to wait between looks
   */
  LiveFeed(Supplier<String> look, Duration between) {
    this.look = look;
    this.between = between;
    poller.setDaemon(true);
    poller.start();
  }

  /** An event as server-sent events have it; the data is one line. */
  static String event(String name, String data) {
    return "event: " + name + "\ndata: " + data + "\n\n";
  }

  /** A page has been opened. Empty: there are too many already. */
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

  /** Something has been changed: look at once. */
  void lookNow() {
    lock.lock();
    try {
      isWanted = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Says how far an act is. */
  void tell(String event) {
    lock.lock();
    try {
      act = new Sent(act.number() + 1, event);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void poll() {
    try {
      while (awaitTurn()) {
        String event = look.get();
        lock.lock();
        try {
          status = new Sent(status.number() + 1, event);
          changed.signalAll();
        } finally {
          lock.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until somebody looks and it is time; false if that is over. */
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
    lock.lock();
    try {
      isClosed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    poller.interrupt();
  }

  /** An open page. Used by one thread. */
  final class Viewer implements AutoCloseable {
    private long seenStatus;
    private long seenAct = act.number();

    /**
     * Waits for what this page has not had yet.
     *
     * @return a comment if there was nothing for a while; empty if it is over
     */
    Optional<String> next() throws InterruptedException {
      lock.lock();
      try {
        long left = SIGN_OF_LIFE.toNanos();
        while (!isClosed && !isNew() && left > 0) {
          left = changed.awaitNanos(left);
        }
        if (isClosed) {
          return Optional.empty();
        }
        String events =
            (isOld(seenStatus, status) ? status.event() : "")
                + (isOld(seenAct, act) ? act.event() : "");
        seenStatus = status.number();
        seenAct = act.number();
        return Optional.of(events.isEmpty() ? ": nothing new\n\n" : events);
      } finally {
        lock.unlock();
      }
    }

    private boolean isNew() {
      return isOld(seenStatus, status) || isOld(seenAct, act);
    }

    private static boolean isOld(long seen, Sent last) {
      return seen < last.number();
    }

    /** The page has gone. */
    @Override
    public void close() {
      lock.lock();
      try {
        pages--;
        if (pages == 0) {
          // Whoever comes next would see how it was long ago.
          status = new Sent(0, "");
        }
      } finally {
        lock.unlock();
      }
    }
  }
}
