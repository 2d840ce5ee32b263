package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.circuit.CircuitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Limits the requests of a redrive that are in flight to one target, across all parts. The limit
 * starts at one, grows by one after each accepted request, up to that of one shard of the relay,
 * and halves after each request of which something has to be sent again. So live traffic has
 * priority where the target throttles, and a target that is down is sent little. Confined to the
 * event loop.
 */
final class Gate {
  private static final Duration MARKED_EVERY = Duration.ofSeconds(5);

  private final int most;
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int room = 1;
  private int underWay;
  private long accepted;
  private int failedPages;
  private Instant nextPage = Instant.EPOCH;
  private boolean isTrying;
  private Instant markedAt = Instant.EPOCH;

  /**
   * Creates a gate with nothing in flight.
   *
   * @param most the highest limit
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

  /**
   * A page has ended because nothing of it was accepted for a while.
   *
   * @param next when another page may be tried if the target is down
   */
  void pageFailed(boolean isBacklog, Instant next) {
    failedPages += isBacklog ? CircuitPolicy.FAILURES : 1;
    isTrying = false;
    nextPage = next;
  }

  /** Whether a queue may be started: while the target is down one at a time, and not at once. */
  boolean admits(Instant now) {
    boolean isAdmitted = !isDown() || (!isTrying && !now.isBefore(nextPage));
    isTrying = isAdmitted && isDown();
    return isAdmitted;
  }

  /** Whether queues that were started may go on. */
  boolean isOpen() {
    return !isDown() || isTrying;
  }

  /** A queue that was tried while the target was down has ended. */
  void tried() {
    isTrying = false;
  }

  /** Whether nothing was accepted of the last pages. */
  boolean isDown() {
    return failedPages >= CircuitPolicy.FAILURES;
  }

  /** Whether the relays should be told now that the target accepts events. */
  boolean isMarkDue(Instant now) {
    boolean isDue = !now.isBefore(markedAt.plus(MARKED_EVERY));
    markedAt = isDue ? now : markedAt;
    return isDue;
  }

  private void admit() {
    while (underWay < room && !waiting.isEmpty()) {
      underWay++;
      waiting.removeFirst().run();
    }
  }
}
