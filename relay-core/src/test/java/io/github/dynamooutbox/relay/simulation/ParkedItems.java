package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What is in the parking lot: by lane, in order. A lane is closed as long as it is here. */
final class ParkedItems {
  private static final Comparator<Place> ORDER =
      Comparator.comparing(Place::position).thenComparingInt(Place::index);

  private final World world;
  private Consumer<LaneKey> onPark = lane -> {};
  private final Map<LaneKey, TreeMap<Place, ParkedEvent>> lanes = new HashMap<>();

  ParkedItems(World world) {
    this.world = world;
  }

  void onPark(Consumer<LaneKey> listener) {
    onPark = listener;
  }

  /** The closed lanes, always in the same order. */
  List<LaneKey> lanes() {
    List<LaneKey> closed = new ArrayList<>(lanes.keySet());
    closed.sort(Comparator.comparing(LaneKey::aggregate).thenComparing(LaneKey::target));
    return closed;
  }

  boolean isClosed(LaneKey lane) {
    return lanes.containsKey(lane);
  }

  /** Closes the lane; returns whether the event was not there. */
  boolean park(ParkedEvent event) {
    onPark.accept(event.place().lane());
    return lanes
            .computeIfAbsent(event.place().lane(), lane -> new TreeMap<>(ORDER))
            .putIfAbsent(event.place(), event)
        == null;
  }

  List<ParkedEvent> read(LaneKey lane, Optional<Place> after, int max) {
    TreeMap<Place, ParkedEvent> items = lanes.getOrDefault(lane, new TreeMap<>(ORDER));
    return after.map(place -> items.tailMap(place, false)).orElse(items).values().stream()
        .limit(max)
        .toList();
  }

  boolean remove(Place place) {
    TreeMap<Place, ParkedEvent> items = lanes.get(place.lane());
    return items != null && items.remove(place) != null;
  }

  void mark(Place place, String mark) {
    TreeMap<Place, ParkedEvent> items = lanes.get(place.lane());
    if (items != null) {
      items.computeIfPresent(
          place,
          (key, event) -> {
            Set<String> marks = new HashSet<>(event.published());
            marks.add(mark);
            return new ParkedEvent(place, event.cause(), event.attempts(), event.item(), marks);
          });
    }
  }

  /** Opens a lane if it is empty; returns whether it is open. */
  boolean reopen(LaneKey lane) {
    TreeMap<Place, ParkedEvent> items = lanes.get(lane);
    if (items != null && items.isEmpty()) {
      lanes.remove(lane);
    }
    return !lanes.containsKey(lane);
  }

  /** Whether an event is parked, for this target or for all. */
  boolean holds(CommittedEvent event, int target) {
    String aggregate = event.commit.key.partition().substring("OUTBOX#".length());
    LaneKey all = new LaneKey(LaneKey.ALL_TARGETS, aggregate);
    return holds(new LaneKey(world.plan.targets.get(target).name(), aggregate), event, event.index)
        || holds(all, event, event.index)
        || holds(all, event, ParkedEvent.WHOLE_RECORD);
  }

  private boolean holds(LaneKey lane, CommittedEvent event, int index) {
    TreeMap<Place, ParkedEvent> items = lanes.get(lane);
    return items != null
        && items.containsKey(new Place(lane, event.commit.position, event.commit.key, index));
  }
}
