package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one ordered target: for each, the deliveries whose turn it is, and those behind
 * them. The turn belongs to one delivery, or to a whole lane that is being appended to a queue.
 */
final class LaneQueues {
  private static final class Lane {
    private final Deque<Delivery> deliveries = new ArrayDeque<>(2);
    private int underWay = 1;
  }

  private final Map<LaneKey, Lane> lanes = new HashMap<>();

  /** Returns whether it is this delivery's turn. */
  boolean add(Delivery delivery) {
    Lane lane = lanes.computeIfAbsent(delivery.lane(), key -> new Lane());
    lane.deliveries.addLast(delivery);
    return lane.deliveries.size() == 1;
  }

  /** Gives the turn to all deliveries that are in a lane now. */
  List<Delivery> takeAll(LaneKey key) {
    Lane lane = lanes.get(key);
    if (lane == null) {
      return List.of();
    }
    lane.underWay = lane.deliveries.size();
    return List.copyOf(lane.deliveries);
  }

  /** Gives the turn to a lane's first delivery alone; returns it, or null. */
  @Nullable Delivery head(LaneKey key) {
    Lane lane = lanes.get(key);
    if (lane == null) {
      return null;
    }
    lane.underWay = 1;
    return lane.deliveries.peekFirst();
  }

  /**
   * Removes the first delivery of a lane, whose turn is over.
   *
   * @return the delivery whose turn begins now, or null if there is none
   */
  @Nullable Delivery advance(LaneKey key) {
    Lane lane = lanes.get(key);
    if (lane == null) {
      return null;
    }
    lane.deliveries.removeFirst();
    lane.underWay--;
    if (lane.deliveries.isEmpty()) {
      lanes.remove(key);
    }
    if (lane.underWay > 0) {
      return null;
    }
    lane.underWay = 1;
    return lane.deliveries.peekFirst();
  }

  /** Removes a whole lane; returns how many deliveries were in it. */
  int drop(LaneKey key) {
    Lane lane = lanes.remove(key);
    return lane == null ? 0 : lane.deliveries.size();
  }

  /**
   * Cuts each lane before the first delivery at or behind the limit whose turn it is not.
   *
   * @param cut receives each lane that was cut, and how many deliveries were removed
   */
  void cutAt(StreamPosition limit, BiConsumer<LaneKey, Integer> cut) {
    lanes.forEach(
        (key, lane) -> {
          int kept = 0;
          for (Delivery delivery : lane.deliveries) {
            if (kept >= lane.underWay && delivery.envelope().position().compareTo(limit) >= 0) {
              break;
            }
            kept++;
          }
          int excess = lane.deliveries.size() - kept;
          if (excess > 0) {
            Iterator<Delivery> last = lane.deliveries.descendingIterator();
            for (int i = 0; i < excess; i++) {
              last.next();
              last.remove();
            }
            cut.accept(key, excess);
          }
        });
  }
}
