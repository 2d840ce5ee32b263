package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.Entry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What may be sent to a target now, and how it is packed into requests. */
final class ReadyQueue<E extends Entry> {
  /** An entry that is ready to be sent, as the target renders it. */
  record Ready<E extends Entry>(Delivery delivery, E entry) {}

  private final BatchLimits limits;
  private final Deque<Ready<E>> ready = new ArrayDeque<>();
  private final Deque<List<Ready<E>>> halves = new ArrayDeque<>();

  ReadyQueue(BatchLimits limits) {
    this.limits = limits;
  }

  void add(Ready<E> entry) {
    ready.addLast(entry);
  }

  /** A request that was refused as a whole goes again in two halves, ahead of everything else. */
  void addHalvesOf(List<Ready<E>> refused) {
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
    if (ready.isEmpty()) {
      return null;
    }
    List<Ready<E>> batch = new ArrayList<>(Math.min(limits.maxEntries(), ready.size()));
    long bytes = 0;
    while (batch.size() < limits.maxEntries()) {
      Ready<E> next = ready.peekFirst();
      if (next == null || (!batch.isEmpty() && bytes + next.entry.bytes() > limits.maxBytes())) {
        break;
      }
      batch.add(ready.removeFirst());
      bytes += next.entry.bytes();
    }
    return batch;
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
    Ready<E> next = ready.pollFirst();
    return next == null ? null : List.of(next);
  }

  boolean isEmpty() {
    return ready.isEmpty() && halves.isEmpty();
  }

  /** Takes out what the predicate selects. */
  void removeIf(Predicate<Delivery> selected) {
    ready.removeIf(entry -> selected.test(entry.delivery));
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
