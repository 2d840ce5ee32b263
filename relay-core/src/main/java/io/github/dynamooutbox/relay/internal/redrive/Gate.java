package io.github.dynamooutbox.relay.internal.redrive;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many requests of a redrive may be under way to one target, over all parts. It begins with one
 * at a time, adds one after each that is accepted, up to what one shard of the relay may have, and
 * halves after each of which something has to be sent again: so live traffic has precedence where
 * the target throttles, and a target that is down is asked little. Belongs to the loop.
 */
final class Gate {
  /** So many pages in a row of which nothing was accepted say that the target is down. */
  private static final int PAGES_OF_A_TARGET_DOWN = 3;

  private final int most;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int room = 1;
  private int underWay;
  private long accepted;
  private int failedPages;

  /**
   * Nothing is under way.
   *
   * @param most requests at once
   */
  Gate(int most) {
    this.most = most;
  }

  /** Runs the request as soon as there is room; it has to {@link #leave} in any case. */
  void pass(Runnable request) {
    waiting.addLast(request);
    admit();
  }

  /** A request has ended of which everything was accepted or rejected. */
  void leaveAccepted() {
    accepted++;
    failedPages = 0;
    room = Math.min(most, room + 1);
    leave();
  }

  /** A request has ended of which something has to be sent again. */
  void leaveFailed(boolean someAccepted) {
    if (someAccepted) {
      accepted++;
      failedPages = 0;
    }
    room = Math.max(1, room / 2);
    leave();
  }

  /** A request was not sent after all, or has ended without saying anything about the target. */
  void leave() {
    underWay--;
    admit();
  }

  /** Requests so far of which something was accepted. */
  long accepted() {
    return accepted;
  }

  /** A page has ended because nothing of it was accepted for a while. */
  void pageFailed(boolean isBacklog) {
    failedPages += isBacklog ? PAGES_OF_A_TARGET_DOWN : 1;
  }

  /** Whether nothing more should be begun for this target. */
  boolean isDown() {
    return failedPages >= PAGES_OF_A_TARGET_DOWN;
  }

  private void admit() {
    while (underWay < room && !waiting.isEmpty()) {
      underWay++;
      waiting.removeFirst().run();
    }
  }
}
