package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The model as one client of it sees it: how a step travels is the client's affair. */
public record ModelQueueTable(QueueModel model, Steps steps) implements QueueTable, WayOutTable {
  /** Carries out steps, now or later, or loses them or their answers. */
  public interface Steps {
    <T> CompletionStage<T> step(String what, Supplier<T> step);

    /** The same for a step without a result. */
    default CompletionStage<Void> step(String what, Runnable step) {
      return step(
              what,
              () -> {
                step.run();
                return true;
              })
          .thenAccept(done -> {});
    }
  }

  @Override
  public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
    return steps.step("view", () -> model.view(scope, lanes));
  }

  @Override
  public CompletionStage<Void> served(String target, String mark) {
    return steps.step("tell that it was served", () -> model.served(target, mark));
  }

  @Override
  public CompletionStage<Void> save(String scope, SavedMemory.Change change) {
    SavedMemory set = change.set();
    boolean ofCircuits = !set.circuits().isEmpty() || !change.closed().isEmpty();
    boolean ofFailing = !set.failing().isEmpty() || !change.over().isEmpty();
    boolean ofLateness = set.late().isPresent() || change.onTime();
    String what =
        "save"
            + (ofCircuits ? " circuits" : "")
            + (ofFailing ? " failing" : "")
            + (ofLateness ? " lateness" : "");
    return steps.step(what, () -> model.save(scope, change));
  }

  @Override
  public CompletionStage<QueueState> state(QueueName queue) {
    return steps.step("state", () -> model.state(queue));
  }

  @Override
  public CompletionStage<Boolean> hold(QueueName queue, long last, Instant now) {
    return steps.step("hold", () -> model.hold(queue, last, now));
  }

  @Override
  public CompletionStage<QueueState> reserve(QueueName queue) {
    return steps.step("reserve", () -> model.reserve(queue));
  }

  @Override
  public CompletionStage<Void> put(QueueName queue, long number, List<ParkedEvent> events) {
    return steps.step("put", () -> model.put(queue, number, events));
  }

  @Override
  public CompletionStage<QueueState> confirm(
      QueueName queue, long number, Map<ParkReason, Integer> counts) {
    return steps.step("confirm", () -> model.confirm(queue, number, counts));
  }

  @Override
  public CompletionStage<QueueState> reopen(QueueName queue, String by) {
    return steps.step("reopen", () -> model.reopen(queue, by));
  }

  @Override
  public CompletionStage<List<QueueSummary>> queues(int part) {
    return steps.step("queues", () -> model.queues(part));
  }

  @Override
  public CompletionStage<List<QueueSummary>> queues(int part, Optional<QueueName> after, int max) {
    return steps.step("queues", () -> model.queues(part, after, max));
  }

  @Override
  public CompletionStage<List<Segment>> read(
      QueueName queue, Optional<Segment> after, OptionalLong upTo, int max) {
    return steps.step("read", () -> model.read(queue, after, upTo, max));
  }

  @Override
  public CompletionStage<Void> remove(
      QueueName queue, List<Segment> segments, Optional<Instant> oldest) {
    return steps.step("remove", () -> model.remove(queue, segments, oldest));
  }

  @Override
  public CompletionStage<Void> replace(Segment segment, List<ParkedEvent> left) {
    return steps.step("replace", () -> model.replace(segment, left));
  }

  @Override
  public CompletionStage<QueueState> close(QueueName queue, Closing closing) {
    return steps.step("close", () -> model.close(queue, closing));
  }

  @Override
  public CompletionStage<QueueState> release(QueueName queue, String by) {
    return steps.step("release", () -> model.release(queue, by));
  }

  @Override
  public CompletionStage<Lease> lease(int part, String owner, Instant now, Instant until) {
    return steps.step("lease", () -> model.lease(part, owner, now, until));
  }

  @Override
  public CompletionStage<Void> giveBack(int part, String owner) {
    return steps.step("give back", () -> model.giveBack(part, owner));
  }

  @Override
  public CompletionStage<Boolean> takeOut(
      Segment segment, List<ParkedEvent> left, List<WayOut> marks) {
    return steps.step("take out", () -> model.takeOut(segment, left, marks));
  }

  @Override
  public CompletionStage<List<WayOut>> of(String eventId) {
    return steps.step("marks", () -> model.marksOf(eventId));
  }
}
