package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkingLot;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A parking lot in memory; answers after some virtual time, and fails where a test says so. */
final class MemoryLot implements ParkingLot {
  private final VirtualLoop loop;
  private final Duration latency;

  final List<ParkedEvent> parked = new ArrayList<>();
  final Set<LaneKey> closed = new HashSet<>();

  /** What the next calls to park fail with. */
  final Deque<RuntimeException> failures = new ArrayDeque<>();

  /** Lanes that an operator reopens just before the next event would be parked behind. */
  final Set<LaneKey> reopening = new HashSet<>();

  int reads;

  MemoryLot(VirtualLoop loop, Duration latency) {
    this.loop = loop;
    this.latency = latency;
  }

  /** Where and why each event was parked, in order. */
  List<String> told() {
    return parked.stream()
        .map(
            event ->
                "%s/%s %s.%d %s"
                    .formatted(
                        event.place().lane().target(),
                        event.place().lane().aggregate(),
                        event.place().position(),
                        event.place().index(),
                        event.cause().reason()))
        .toList();
  }

  @Override
  public CompletionStage<Set<LaneKey>> closed(Collection<LaneKey> lanes) {
    reads++;
    return later(
        () -> {
          Set<LaneKey> found = new HashSet<>(closed);
          found.retainAll(lanes);
          return found;
        });
  }

  @Override
  public CompletionStage<Void> park(ParkedEvent event) {
    return later(
        () -> {
          fail();
          parked.add(event);
          closed.add(event.place().lane());
          return null;
        });
  }

  @Override
  public CompletionStage<Boolean> parkBehind(ParkedEvent event) {
    return later(
        () -> {
          fail();
          if (reopening.remove(event.place().lane())) {
            closed.remove(event.place().lane());
          }
          boolean isClosed = closed.contains(event.place().lane());
          if (isClosed) {
            parked.add(event);
          }
          return isClosed;
        });
  }

  private void fail() {
    RuntimeException failure = failures.poll();
    if (failure != null) {
      throw failure;
    }
  }

  private <T> CompletionStage<T> later(Supplier<T> answer) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    loop.schedule(
        latency,
        () -> {
          try {
            stage.complete(answer.get());
          } catch (RuntimeException failure) {
            stage.completeExceptionally(failure);
          }
        });
    return stage;
  }
}
