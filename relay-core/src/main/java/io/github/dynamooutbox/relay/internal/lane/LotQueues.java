package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkingLot;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedLateness;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Queues over a lot that parks event by event and knows lanes only. Circuits are kept in memory.
 * Belongs to the relay's loop.
 */
public final class LotQueues implements ParkingQueues {
  private final ParkingLot lot;
  private final RequiredCalls calls;
  private final Map<String, SavedCircuit> circuits;

  /**
   * Queues for one shard.
   *
   * @param calls the shard's
   * @param circuits of the scope, kept between runs
   */
  public LotQueues(ParkingLot lot, RequiredCalls calls, Map<String, SavedCircuit> circuits) {
    this.lot = lot;
    this.calls = calls;
    this.circuits = circuits;
  }

  @Override
  public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    return lot.closed(lanes)
        .thenApply(closed -> new ParkedView(Set.of(), closed, circuits, Optional.empty()));
  }

  @Override
  public CompletionStage<Appended> append(QueueName queue, List<ParkedEvent> events, boolean hold) {
    Map<LaneKey, List<ParkedEvent>> byLane =
        events.stream()
            .collect(
                Collectors.groupingBy(
                    event -> event.place().lane(), LinkedHashMap::new, Collectors.toList()));
    List<CompletableFuture<Appended>> lanes =
        byLane.values().stream().map(each -> lane(each, hold)).toList();
    return CompletableFuture.allOf(lanes.toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> lanes.get(0).join());
  }

  private CompletableFuture<Appended> lane(List<ParkedEvent> events, boolean hold) {
    CompletableFuture<Appended> done = new CompletableFuture<>();
    if (hold) {
      park(events, 0, done);
    } else {
      parkBehind(events, done);
    }
    return done;
  }

  private void parkBehind(List<ParkedEvent> events, CompletableFuture<Appended> done) {
    calls.repeat(
        "park an event behind another",
        () -> lot.parkBehind(events.get(0)),
        isParked -> {
          if (isParked) {
            park(events, 1, done);
          } else {
            done.complete(Appended.RELEASED);
          }
        },
        done::completeExceptionally);
  }

  private void park(List<ParkedEvent> events, int next, CompletableFuture<Appended> done) {
    if (next == events.size()) {
      done.complete(Appended.PARKED);
      return;
    }
    calls.repeat(
        "park an event",
        () -> lot.park(events.get(next)),
        parked -> park(events, next + 1, done),
        done::completeExceptionally);
  }

  @Override
  public CompletionStage<Void> saveCircuit(
      String scope, String target, Optional<SavedCircuit> circuit) {
    circuit.ifPresentOrElse(saved -> circuits.put(target, saved), () -> circuits.remove(target));
    return CompletableFuture.completedStage(null);
  }

  @Override
  public CompletionStage<Void> saveLateness(String scope, Optional<SavedLateness> late) {
    return CompletableFuture.completedStage(null);
  }
}
