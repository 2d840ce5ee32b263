package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.Entry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What may be sent to a target, now or after a pause, packed into requests. An event is rendered
 * only when its request is packed: waiting events do not take memory twice, and what is rendered is
 * sent at once. What failed together is retried together, so that retried requests are full again.
 *
 * <p>What the target throttled is sent again in turn with what was not sent yet, the oldest first:
 * otherwise events that arrive would take the room for which others have waited. While there is
 * little room, what failed for another reason gets at most a tenth of it.
 */
final class ReadyQueue<E extends Entry> {
  /** An entry that is ready to be sent, as the target renders it. */
  record Ready<E extends Entry>(Delivery delivery, E entry) {
    /** What is compressed in its record is rendered again: it could be many times as large. */
    Waiting<E> again() {
      OutboxEvent event = delivery.envelope().event();
      boolean isKept =
          !isCompressed(event.data()) && event.previous().filter(Ready::isCompressed).isEmpty();
      return new Waiting<>(delivery, isKept ? Optional.of(entry) : Optional.empty());
    }

    private static boolean isCompressed(Payload payload) {
      return payload.fold(
          Payload.Text::isCompressed, Payload.Binary::isCompressed, reference -> false);
    }
  }

  /** Renders deliveries for their target. */
  interface Renderer<E extends Entry> {
    /** Returns empty if the event cannot be sent, or not now; the delivery is cared for by then. */
    Optional<E> render(Delivery delivery);
  }

  /** A delivery whose turn it is, with its entry once that is rendered. */
  record Waiting<E extends Entry>(Delivery delivery, Optional<E> entry, long order) {
    Waiting(Delivery delivery, Optional<E> entry) {
      this(delivery, entry, 0);
    }
  }

  /** What was throttled as often as this waits as long as any other failure. */
  private static final int THROTTLED_ATTEMPTS = 4;

  /** So many others are sent before one that failed, while there is little room. */
  private static final int OTHERS_FOR_FAILED = 9;

  private final BatchLimits limits;
  private final Renderer<E> renderer;
  private final EventLoop loop;
  private final Deque<Waiting<E>> waiting = new ArrayDeque<>();
  private final PriorityQueue<Waiting<E>> throttled =
      new PriorityQueue<>(
          Comparator.comparing((Waiting<E> each) -> each.delivery.envelope().position())
              .thenComparing(each -> each.delivery.envelope().index()));
  private final Deque<Waiting<E>> failed = new ArrayDeque<>();
  private int sinceFailed = OTHERS_FOR_FAILED;
  private long added;
  private boolean wasThrottled;
  private final Deque<List<Ready<E>>> halves = new ArrayDeque<>();
  private final Set<Retried> retries = new LinkedHashSet<>();

  /** The request that is being packed: rendering its next entry may take others out of it. */
  private List<Ready<E>> packed = new ArrayList<>();

  /** An upper bound: what was removed still counts. */
  private long packedBytes;

  ReadyQueue(BatchLimits limits, Renderer<E> renderer, EventLoop loop) {
    this.limits = limits;
    this.renderer = renderer;
    this.loop = loop;
  }

  void add(Delivery delivery) {
    waiting.addLast(new Waiting<>(delivery, Optional.empty(), added++));
  }

  /** An event whose last attempt has failed, to be sent again. */
  void add(Waiting<E> again) {
    if (again.delivery.isThrottled()) {
      throttled.add(again);
    } else if (again.delivery.failure().isPresent()) {
      failed.addLast(new Waiting<>(again.delivery, again.entry, added++));
    } else {
      waiting.addLast(again);
    }
  }

  /**
   * Sends what was throttled again as soon as there is room, unless it was several times: others
   * may pass it meanwhile. Returns the rest.
   *
   * @param isLimited whether a pace says when there is room
   */
  List<Waiting<E>> addThrottled(List<Ready<E>> refused, boolean isLimited) {
    List<Waiting<E>> rest = new ArrayList<>();
    for (Ready<E> each : refused) {
      if (isLimited
          && each.delivery.isThrottled()
          && each.delivery.attempts() < THROTTLED_ATTEMPTS) {
        add(each.again());
      } else {
        rest.add(each.again());
      }
    }
    return rest;
  }

  /**
   * Sends a request that was refused as a whole, or ended without an answer, again in two halves,
   * ahead of everything else.
   */
  void addHalvesOf(List<Ready<E>> refused) {
    if (refused.size() == 1) {
      add(refused.get(0).again());
      return;
    }
    int middle = refused.size() / 2;
    halves.addFirst(refused.subList(middle, refused.size()));
    halves.addFirst(refused.subList(0, middle));
  }

  /** Sends events whose last attempt has failed again after a pause. */
  void retryAfter(Duration pause, List<Waiting<E>> failed) {
    retries.add(new Retried(failed, pause, due -> due.forEach(this::add)));
  }

  /** Sends a request that ended without an answer again after a pause, in two halves. */
  void retryInHalvesAfter(Duration pause, List<Ready<E>> failed) {
    retries.add(new Retried(failed.stream().map(Ready::again).toList(), pause, this::addHalves));
  }

  private void addHalves(List<Waiting<E>> due) {
    List<Ready<E>> left = new ArrayList<>();
    due.forEach(each -> left.add(new Ready<>(each.delivery, each.entry.orElseThrow())));
    if (!left.isEmpty()) {
      addHalvesOf(left);
    }
  }

  /** Ends all pauses. */
  void retryNow() {
    List<Retried> all = List.copyOf(retries);
    cancelRetries();
    all.forEach(each -> each.entries.forEach(this::add));
  }

  /** Drops what waits for a retry. */
  void cancelRetries() {
    retries.forEach(each -> each.timer.cancel());
    retries.clear();
  }

  /** The next request's entries, as many as the limits allow; null if nothing is ready. */
  @Nullable List<Ready<E>> nextBatch() {
    return nextBatch(Integer.MAX_VALUE, false);
  }

  /**
   * The same with less room.
   *
   * @param most how many entries at most
   * @param isScarce whether there is less room than the target's limits allow
   */
  @Nullable List<Ready<E>> nextBatch(int most, boolean isScarce) {
    List<Ready<E>> half = halves.pollFirst();
    if (half != null) {
      return half;
    }
    pack(Math.min(most, limits.maxEntries()), isScarce);
    return takePacked();
  }

  /** Whether a request of so many entries, or of as many as the limits allow, can be filled. */
  boolean fills(int most) {
    int ready = waiting.size() + throttled.size() + failed.size();
    return !halves.isEmpty() || ready >= Math.min(most, limits.maxEntries());
  }

  /** The next single entry, for a probe; null if nothing is ready. */
  @Nullable List<Ready<E>> nextOne() {
    List<Ready<E>> half = halves.pollFirst();
    if (half != null && half.size() > 1) {
      halves.addFirst(half.subList(1, half.size()));
    }
    if (half != null) {
      return List.of(half.get(0));
    }
    pack(1, false);
    return takePacked();
  }

  private void pack(int maxEntries, boolean isScarce) {
    boolean hasRoom = true;
    while (hasRoom && packed.size() < maxEntries && isAnyWaiting()) {
      Waiting<E> next = next(isScarce);
      Optional<E> entry = next.entry.or(() -> renderer.render(next.delivery));
      hasRoom = entry.isEmpty() || fits(entry.get());
      if (entry.isPresent() && hasRoom) {
        packed.add(new Ready<>(next.delivery, entry.get()));
        packedBytes += entry.get().bytes();
      } else if (entry.isPresent()) {
        putBack(new Waiting<>(next.delivery, entry, next.order));
      }
    }
  }

  private boolean isAnyWaiting() {
    return !(waiting.isEmpty() && throttled.isEmpty() && failed.isEmpty());
  }

  private Waiting<E> next(boolean isScarce) {
    if (failed.isEmpty() || areOthersFirst(isScarce)) {
      sinceFailed++;
      wasThrottled = waiting.isEmpty() || (!throttled.isEmpty() && !wasThrottled);
      return wasThrottled ? throttled.remove() : waiting.removeFirst();
    }
    sinceFailed = 0;
    return failed.removeFirst();
  }

  private boolean areOthersFirst(boolean isScarce) {
    if (isScarce) {
      return sinceFailed < OTHERS_FOR_FAILED && !(throttled.isEmpty() && waiting.isEmpty());
    }
    return !throttled.isEmpty()
        || (!waiting.isEmpty() && waiting.getFirst().order < failed.getFirst().order);
  }

  private void putBack(Waiting<E> one) {
    if (one.delivery.isThrottled()) {
      throttled.add(one);
    } else if (one.delivery.failure().isPresent()) {
      failed.addFirst(one);
      sinceFailed = OTHERS_FOR_FAILED;
    } else {
      waiting.addFirst(one);
    }
  }

  private boolean fits(E entry) {
    return packed.isEmpty() || packedBytes + entry.bytes() <= limits.maxBytes();
  }

  private @Nullable List<Ready<E>> takePacked() {
    List<Ready<E>> taken = packed;
    packed = new ArrayList<>();
    packedBytes = 0;
    return taken.isEmpty() ? null : taken;
  }

  /** Whether nothing may be sent now. */
  boolean isEmpty() {
    return !isAnyWaiting() && halves.isEmpty();
  }

  /** Removes what the predicate selects. */
  void removeIf(Predicate<Delivery> selected) {
    packed.removeIf(entry -> selected.test(entry.delivery));
    waiting.removeIf(entry -> selected.test(entry.delivery));
    throttled.removeIf(entry -> selected.test(entry.delivery));
    failed.removeIf(entry -> selected.test(entry.delivery));
    List<List<Ready<E>>> kept = new ArrayList<>();
    for (List<Ready<E>> half : halves) {
      List<Ready<E>> rest = half.stream().filter(entry -> !selected.test(entry.delivery)).toList();
      if (!rest.isEmpty()) {
        kept.add(rest);
      }
    }
    halves.clear();
    halves.addAll(kept);
    retries.forEach(each -> each.entries.removeIf(entry -> selected.test(entry.delivery)));
  }

  /** Events that failed together. */
  private final class Retried {
    private final List<Waiting<E>> entries;
    private final EventLoop.Timer timer;

    private Retried(List<Waiting<E>> entries, Duration pause, Consumer<List<Waiting<E>>> due) {
      this.entries = new ArrayList<>(entries);
      timer =
          loop.schedule(
              pause,
              () -> {
                if (retries.remove(this)) {
                  due.accept(this.entries);
                }
              });
    }
  }
}
