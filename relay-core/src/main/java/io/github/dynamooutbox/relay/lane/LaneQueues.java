package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one ordered target: for each, the delivery that is its turn, and those behind it.
 */
final class LaneQueues {
  private final Map<LaneKey, Deque<Delivery>> lanes = new HashMap<>();

  /** Returns whether it is this delivery's turn. */
  boolean add(Delivery delivery) {
    Deque<Delivery> lane = lanes.computeIfAbsent(delivery.lane(), key -> new ArrayDeque<>(2));
    lane.addLast(delivery);
    return lane.size() == 1;
  }

  /** Takes out the head of a lane; returns the delivery whose turn it is now, or null. */
  @Nullable Delivery advance(LaneKey key) {
    Deque<Delivery> lane = lanes.get(key);
    if (lane == null) {
      return null;
    }
    lane.removeFirst();
    if (lane.isEmpty()) {
      lanes.remove(key);
    }
    return lane.peekFirst();
  }

  /** Takes out a whole lane; returns how many deliveries stood in it. */
  int drop(LaneKey key) {
    Deque<Delivery> lane = lanes.remove(key);
    return lane == null ? 0 : lane.size();
  }

  /**
   * Cuts each lane before the first delivery behind its head that stands at or behind the limit.
   *
   * @param cut is told each lane that was cut and by how many
   */
  void cutAt(StreamPosition limit, BiConsumer<LaneKey, Integer> cut) {
    lanes.forEach(
        (key, lane) -> {
          int kept = 0;
          for (Delivery delivery : lane) {
            if (kept > 0 && delivery.envelope().position().compareTo(limit) >= 0) {
              break;
            }
            kept++;
          }
          int excess = lane.size() - kept;
          if (excess > 0) {
            Iterator<Delivery> last = lane.descendingIterator();
            for (int i = 0; i < excess; i++) {
              last.next();
              last.remove();
            }
            cut.accept(key, excess);
          }
        });
  }
}
