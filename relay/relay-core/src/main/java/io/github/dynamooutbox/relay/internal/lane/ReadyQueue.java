package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What may be sent to a target now, packed into requests. An event is rendered only when its
 * request is packed: waiting events do not take memory twice, and what is rendered is sent at once.
 */
final class ReadyQueue<E extends Entry> {
  /** An entry that is ready to be sent, as the target renders it. */
  record Ready<E extends Entry>(Delivery delivery, E entry) {
    Waiting<E> again() {
      return new Waiting<>(delivery, Optional.of(entry));
    }
  }

  /** Renders deliveries for their target. */
  interface Renderer<E extends Entry> {
    /** Returns empty if the event cannot be sent, or not now; the delivery is cared for by then. */
    Optional<E> render(Delivery delivery);
  }

  /** A delivery whose turn it is, with its entry once that is rendered. */
  record Waiting<E extends Entry>(Delivery delivery, Optional<E> entry) {}

  private final BatchLimits limits;
  private final Renderer<E> renderer;
  private final Deque<Waiting<E>> waiting = new ArrayDeque<>();
  private final Deque<List<Ready<E>>> halves = new ArrayDeque<>();

  /** The request that is being packed: rendering its next entry may take others out of it. */
  private List<Ready<E>> packed = new ArrayList<>();

  /** An upper bound: what was removed still counts. */
  private long packedBytes;

  ReadyQueue(BatchLimits limits, Renderer<E> renderer) {
    this.limits = limits;
    this.renderer = renderer;
  }

  void add(Delivery delivery) {
    waiting.addLast(new Waiting<>(delivery, Optional.empty()));
  }

  /** An event whose last attempt has failed, to be sent again. */
  void add(Waiting<E> again) {
    waiting.addLast(again);
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

  /** The next request's entries, as many as the limits allow; null if nothing is ready. */
  @Nullable List<Ready<E>> nextBatch() {
    List<Ready<E>> half = halves.pollFirst();
    if (half != null) {
      return half;
    }
    pack(limits.maxEntries());
    return takePacked();
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
    pack(1);
    return takePacked();
  }

  private void pack(int maxEntries) {
    boolean hasRoom = true;
    while (hasRoom && packed.size() < maxEntries && !waiting.isEmpty()) {
      Waiting<E> next = waiting.removeFirst();
      Optional<E> entry = next.entry.or(() -> renderer.render(next.delivery));
      hasRoom = entry.isEmpty() || fits(entry.get());
      if (entry.isPresent() && hasRoom) {
        packed.add(new Ready<>(next.delivery, entry.get()));
        packedBytes += entry.get().bytes();
      } else if (entry.isPresent()) {
        waiting.addFirst(new Waiting<>(next.delivery, entry));
      }
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

  boolean isEmpty() {
    return waiting.isEmpty() && halves.isEmpty();
  }

  /** Removes what the predicate selects. */
  void removeIf(Predicate<Delivery> selected) {
    packed.removeIf(entry -> selected.test(entry.delivery));
    waiting.removeIf(entry -> selected.test(entry.delivery));
    List<List<Ready<E>>> kept = new ArrayList<>();
    for (List<Ready<E>> half : halves) {
      List<Ready<E>> rest = half.stream().filter(entry -> !selected.test(entry.delivery)).toList();
      if (!rest.isEmpty()) {
        kept.add(rest);
      }
    }
    halves.clear();
    halves.addAll(kept);
  }
}
