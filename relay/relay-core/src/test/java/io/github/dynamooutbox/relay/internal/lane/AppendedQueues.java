package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Queues that answer after a while, and remember what was appended to them, released or not. */
final class AppendedQueues implements ParkingQueues {
  /** Events that are parked for this reason fit into no queue. */
  static final ParkReason TOO_LARGE = ParkReason.MALFORMED;

  private final VirtualLoop loop;
  private final Random random;
  private final Set<QueueName> held = new HashSet<>();
  private final Map<QueueName, List<ParkedEvent>> stored = new HashMap<>();
  private final Map<QueueName, Integer> underWay = new HashMap<>();
  private final Map<ParkedEvent, String> lastAnswers = new HashMap<>();
  private int mostAtOnce;
  private int calls;

  /** The lanes that were read, each time. */
  final List<Set<LaneKey>> viewed = new ArrayList<>();

  /** What a shard knows about targets. */
  final Memory memory;

  AppendedQueues(VirtualLoop loop, Random random) {
    this.loop = loop;
    this.random = random;
    memory = Memory.ofOneRun(Set.of("bus", "other"), Duration.ofMinutes(1), random, loop);
  }

  /** What a shard with these queues knows about them. */
  Parking parking() {
    Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), random);
    return new Parking(
        ParkingPolicy.halt(),
        "shard",
        Optional.of(this),
        new RequiredCalls(loop, backoff, RelayObserver.NONE),
        memory);
  }

  /** Everything that was ever appended to a queue, in order. */
  List<ParkedEvent> stored(QueueName queue) {
    return stored.getOrDefault(queue, List.of());
  }

  int mostAtOnce() {
    return mostAtOnce;
  }

  int calls() {
    return calls;
  }

  /** What the last append with this event came to, if it was not parked. */
  String lastAnswer(ParkedEvent event) {
    return lastAnswers.get(event);
  }

  /** Some events were appended to a queue, by whomever. */
  void hold(QueueName queue) {
    held.add(queue);
  }

  void release(QueueName queue) {
    held.remove(queue);
  }

  /** A redrive has emptied some of the queues. */
  void releaseSome() {
    held.removeIf(queue -> random.nextBoolean());
  }

  static String why(ParkedEvent tooLarge) {
    return "too large: " + tooLarge.place().position();
  }

  @Override
  public CompletionStage<Appended> append(QueueName queue, List<ParkedEvent> events, boolean hold) {
    calls++;
    mostAtOnce = Math.max(mostAtOnce, underWay.merge(queue, 1, Integer::sum));
    CompletableFuture<Appended> answer = new CompletableFuture<>();
    loop.schedule(
        Duration.ofMillis(random.nextInt(20)),
        () -> {
          underWay.merge(queue, -1, Integer::sum);
          Optional<ParkedEvent> tooLarge =
              events.stream().filter(each -> each.cause().reason() == TOO_LARGE).findFirst();
          if (!hold && !held.contains(queue)) {
            events.forEach(each -> lastAnswers.put(each, "released"));
            answer.complete(Appended.RELEASED);
          } else if (tooLarge.isPresent()) {
            events.forEach(each -> lastAnswers.put(each, why(tooLarge.get())));
            answer.completeExceptionally(
                new CompletionException(new UnparkableException(why(tooLarge.get()))));
          } else {
            held.add(queue);
            stored.computeIfAbsent(queue, each -> new ArrayList<>()).addAll(events);
            answer.complete(Appended.PARKED);
          }
        });
    return answer;
  }

  @Override
  public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    Set<QueueName.Part> parts = new HashSet<>();
    Set<LaneKey> closed = new HashSet<>();
    for (QueueName queue : held) {
      if (queue instanceof QueueName.Part part) {
        parts.add(part);
      } else if (queue instanceof QueueName.Lane lane && lanes.contains(lane.lane())) {
        closed.add(lane.lane());
      }
    }
    viewed.add(Set.copyOf(lanes));
    ParkedView view = new ParkedView(parts, closed, SavedMemory.NONE, Map.of());
    CompletableFuture<ParkedView> answer = new CompletableFuture<>();
    loop.execute(() -> answer.complete(view));
    return answer;
  }
}
