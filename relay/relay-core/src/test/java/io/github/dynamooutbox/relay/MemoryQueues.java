package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.park.queue.QueueModel;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Queues in memory; they answer after some virtual time, and fail where a test says so. */
public final class MemoryQueues implements Steps {
  /** What all steps have cost so far. */
  final PartitionLimits limits;

  private final VirtualLoop loop;
  private final QueueModel model;

  /** How long each step takes. */
  Duration latency;

  /** What the next attempts to store events fail with. */
  final Deque<RuntimeException> failures = new ArrayDeque<>();

  /** Queues that a redrive releases just before the next event is appended. */
  final Deque<QueueName> releasing = new ArrayDeque<>();

  /** Queues that a redrive releases with what was just stored in them, before it is confirmed. */
  final Deque<QueueName> releasingUnconfirmed = new ArrayDeque<>();

  /** How often each step was carried out. */
  final TreeMap<String, Integer> steps = new TreeMap<>();

  public MemoryQueues(VirtualLoop loop, Duration latency) {
    this.loop = loop;
    this.latency = latency;
    limits = new PartitionLimits(loop);
    model = new QueueModel(limits, 100);
  }

  public ModelQueueTable table() {
    return table(this);
  }

  /** The same queues, with steps that travel in another way. */
  ModelQueueTable table(Steps steps) {
    return new ModelQueueTable(model, steps);
  }

  /** The same without any delay. */
  ModelQueueTable atOnce() {
    return new ModelQueueTable(
        model,
        new Steps() {
          @Override
          public <T> CompletionStage<T> step(String what, Supplier<T> step) {
            return CompletableFuture.completedStage(step.get());
          }
        });
  }

  /** A lane is closed from now on. */
  void close(LaneKey lane) {
    atOnce().hold(new QueueName.Lane(lane), 0, loop.instant());
  }

  /** A redrive has published all that was in a queue. */
  void release(QueueName queue) {
    ModelQueueTable table = atOnce();
    table.close(queue, new Closing(Instant.MAX, "test"));
    List.copyOf(model.read(queue, Optional.empty(), OptionalLong.empty(), Integer.MAX_VALUE))
        .forEach(segment -> table.remove(queue, List.of(segment), Optional.empty()));
    table.release(queue, "test");
  }

  /** Somebody deletes the segments of a queue, and knows nothing of its state. */
  void deleteByHand(QueueName queue) {
    model.deleteByHand(queue);
  }

  /** All queues that are held. */
  List<QueueName> held() {
    return model.held();
  }

  /** What is stored in a queue, held or not. */
  List<ParkedEvent> stored(QueueName queue) {
    return model.stored(queue);
  }

  /** What is parked in queues that are held, in the order of parking. */
  List<ParkedEvent> parked() {
    List<ParkedEvent> parked = new ArrayList<>();
    held().forEach(queue -> parked.addAll(model.stored(queue)));
    parked.sort(
        Comparator.comparing((ParkedEvent event) -> event.attempts().last())
            .thenComparing(event -> event.place().position())
            .thenComparing(event -> event.place().index()));
    return parked;
  }

  /** Where and why each event was parked, in order. */
  List<String> told() {
    return parked().stream()
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

  /** How often something of this kind was saved for the next run. */
  int saves(String kind) {
    return steps.entrySet().stream()
        .filter(each -> each.getKey().startsWith("save") && each.getKey().contains(kind))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  int times(String step) {
    return steps.getOrDefault(step, 0);
  }

  @Override
  public <T> CompletionStage<T> step(String what, Supplier<T> step) {
    CompletableFuture<T> stage = new CompletableFuture<>();
    loop.schedule(
        latency,
        () -> {
          steps.merge(what, 1, Integer::sum);
          if (what.equals("reserve") && !releasing.isEmpty()) {
            release(releasing.removeFirst());
          }
          if (what.equals("confirm") && !releasingUnconfirmed.isEmpty()) {
            release(releasingUnconfirmed.removeFirst());
          }
          RuntimeException failure = what.equals("put") ? failures.poll() : null;
          if (failure != null) {
            stage.completeExceptionally(failure);
            return;
          }
          try {
            stage.complete(step.get());
          } catch (RuntimeException thrown) {
            stage.completeExceptionally(thrown);
          }
        });
    return stage;
  }
}
