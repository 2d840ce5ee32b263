package io.github.dynamooutbox.relay;

import static java.util.concurrent.CompletableFuture.completedStage;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Parked lanes in memory. */
final class Shelf implements ParkedLanes {
  private final Map<LaneKey, List<ParkedEvent>> lanes = new LinkedHashMap<>();
  private final Map<LaneKey, ParkReason> reasons = new LinkedHashMap<>();

  /** Run once, when a lane is about to be opened: something arrives in the last moment. */
  Runnable beforeReopening = () -> {};

  /** A lane whose items cannot be read. */
  @Nullable LaneKey damaged;

  /** Parks each event of a record; the first to come says why the lane is closed. */
  void park(LaneKey lane, ParkReason reason, StreamRecord record, int... indexes) {
    reasons.putIfAbsent(lane, reason);
    for (int index : indexes) {
      var keys = record.newImage().orElseThrow();
      RecordKey key = new RecordKey(keys.get("PK").string(), keys.get("SK").string());
      lanes
          .computeIfAbsent(lane, closed -> new ArrayList<>())
          .add(
              new ParkedEvent(
                  new Place(lane, record.position(), key, index),
                  new Cause(reason, "CODE", "message"),
                  new Attempts(1, Instant.EPOCH, Instant.EPOCH),
                  keys,
                  Set.of()));
    }
  }

  /** Marks of what was published of the parked events that are left. */
  Set<String> marks(LaneKey lane) {
    Set<String> marks = new LinkedHashSet<>();
    lanes.getOrDefault(lane, List.of()).forEach(event -> marks.addAll(event.published()));
    return marks;
  }

  Set<LaneKey> closed() {
    return Set.copyOf(reasons.keySet());
  }

  @Override
  public CompletionStage<List<ParkedLane>> lanes() {
    return completedStage(
        reasons.entrySet().stream()
            .map(
                lane ->
                    new ParkedLane(
                        lane.getKey(), size(lane.getKey()), lane.getValue(), Instant.EPOCH))
            .toList());
  }

  @Override
  public CompletionStage<List<ParkedEvent>> read(LaneKey lane, Optional<Place> after, int max) {
    if (lane.equals(damaged)) {
      throw new IllegalStateException("damaged");
    }
    List<ParkedEvent> events = lanes.getOrDefault(lane, List.of());
    int from = 0;
    while (after.isPresent()
        && from < events.size()
        && compare(events.get(from).place(), after.get()) <= 0) {
      from++;
    }
    return completedStage(List.copyOf(events.subList(from, Math.min(events.size(), from + max))));
  }

  private static int compare(Place a, Place b) {
    int byPosition = a.position().compareTo(b.position());
    return byPosition != 0 ? byPosition : Integer.compare(a.index(), b.index());
  }

  @Override
  public CompletionStage<Boolean> remove(Place place) {
    return completedStage(
        lanes
            .getOrDefault(place.lane(), new ArrayList<>())
            .removeIf(event -> event.place().equals(place)));
  }

  @Override
  public CompletionStage<Void> published(Place place, String mark) {
    lanes
        .getOrDefault(place.lane(), List.of())
        .replaceAll(event -> event.place().equals(place) ? marked(event, mark) : event);
    return completedStage(null);
  }

  private static ParkedEvent marked(ParkedEvent event, String mark) {
    Set<String> marks = new LinkedHashSet<>(event.published());
    marks.add(mark);
    return new ParkedEvent(event.place(), event.cause(), event.attempts(), event.item(), marks);
  }

  @Override
  public CompletionStage<Boolean> reopen(LaneKey lane) {
    Runnable lastMoment = beforeReopening;
    beforeReopening = () -> {};
    lastMoment.run();
    if (size(lane) > 0) {
      return completedStage(false);
    }
    reasons.remove(lane);
    return completedStage(true);
  }

  @Override
  public CompletionStage<Boolean> isClosed(LaneKey lane) {
    return completedStage(reasons.containsKey(lane));
  }

  private int size(LaneKey lane) {
    return lanes.getOrDefault(lane, List.of()).size();
  }
}
