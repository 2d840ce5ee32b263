package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueModel;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a redrive and an append do with a queue that another redrive closes, or has left so. */
class ClosedQueueTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final QueueName PART = QueueName.Part.of(LANE);

  private final VirtualLoop time = new VirtualLoop();
  private final QueueModel model = new QueueModel(new PartitionLimits(time), 2);
  private final QueueTable table = new ModelQueueTable(model, new AtOnce());
  private final Instant start = time.instant();
  private final Map<String, Runnable> before = new HashMap<>();
  private final Map<String, Integer> steps = new TreeMap<>();
  private final Map<Long, Instant> publishedAt = new TreeMap<>();
  private Duration publishing = Duration.ZERO;
  private boolean timeIsLeft = true;

  private final class AtOnce implements Steps {
    @Override
    public <T> CompletionStage<T> step(String what, Supplier<T> step) {
      Optional.ofNullable(before.remove(what)).ifPresent(Runnable::run);
      steps.merge(what, 1, Integer::sum);
      return CompletableFuture.completedStage(step.get());
    }
  }

  @Test
  void redriveTakesOverWhenTheTimeOfTheOtherIsUp() {
    store(3);
    closeByAnother(Duration.ofSeconds(3));

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(publishedAt).hasSize(3);
    assertThat(publishedAt.values())
        .allSatisfy(at -> assertThat(at).isAfter(start.plusSeconds(3)).isBefore(latest(3)));
    assertThat(steps.get("state")).as("asks less and less often").isBetween(4, 20);
  }

  @Test
  void redriveContinuesSoonAfterTheOtherHoldsTheQueueAgain() {
    store(3);
    closeByAnother(Duration.ofSeconds(60));
    time.schedule(Duration.ofSeconds(1), () -> table.reopen(PART, "other/1"));

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(publishedAt.values())
        .hasSize(3)
        .allSatisfy(at -> assertThat(at).isAfter(start.plusSeconds(1)).isBefore(latest(1)));
  }

  @Test
  void redriveWaitsForNobodyWhenItsOwnTimeIsUp() {
    store(3);
    closeByAnother(Duration.ofSeconds(3));
    timeIsLeft = false;

    assertThat(drain()).isCompletedWithValue(Drained.INTERRUPTED);

    assertThat(time.instant()).isEqualTo(start);
    assertThat(model.state(PART)).isEqualTo(closing(Duration.ofSeconds(3)));
  }

  /** What was appended late is the other's to publish, until its time is up. */
  @Test
  void redriveWaitsForAnotherThatWasFirstToCloseTheQueue() {
    store(1);
    before.put(
        "close",
        () -> {
          store(2);
          closeByAnother(Duration.ofSeconds(3));
        });

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(publishedAt).hasSize(2);
    assertThat(publishedAt.get(0L)).isEqualTo(start);
    assertThat(publishedAt.get(1L)).isAfter(start.plusSeconds(3));
  }

  @Test
  void redriveReadsNothingMoreOfAQueueThatAnotherHasReleased() {
    store(1);
    before.put(
        "close",
        () -> {
          closeByAnother(Duration.ofSeconds(3));
          table.release(PART, "other/1");
        });

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(steps.get("read")).isEqualTo(1);
  }

  @Test
  void redriveStartsAgainWhenPublishingTakesTooLongToReleaseTheQueueInTime() {
    oneMoreArrivesAndIsPublishedIn(Duration.ofMillis(7_501));

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(publishedAt).hasSize(2);
    assertThat(steps).containsEntry("close", 2).containsEntry("reopen", 1);
  }

  @Test
  void redriveReleasesTheQueueIfThereIsJustEnoughTime() {
    oneMoreArrivesAndIsPublishedIn(Duration.ofMillis(7_500));

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(steps).containsEntry("close", 1).doesNotContainKey("reopen");
  }

  @Test
  void redrivePublishesNothingThatItReadTooLate() {
    store(3);
    before.put("read", () -> timeIsLeft = false);

    assertThat(drain()).isCompletedWithValue(Drained.INTERRUPTED);

    assertThat(publishedAt).isEmpty();
    assertThat(model.state(PART)).isEqualTo(new Held(3));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void appendHoldsTheQueueAgainAsSoonAsTheTimeOfTheRedriveIsUp(long seed) {
    Duration left = Duration.ofMillis(20);
    store(0);
    closeByAnother(left);

    CompletableFuture<Instant> parked = append(seed, event(1));
    time.runAll();

    assertThat(parked.join()).isBetween(start.plus(left), start.plus(left).plusMillis(1));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void appendContinuesSoonAfterARedriveHoldsTheQueueAgain(long seed) {
    store(0);
    closeByAnother(Duration.ofSeconds(10));
    time.schedule(Duration.ofSeconds(1), () -> table.reopen(PART, "other/1"));

    CompletableFuture<Instant> parked = append(seed, event(1));
    time.runAll();

    assertThat(parked.join()).isBetween(start.plusSeconds(1), latest(1));
    assertThat(steps.get("reserve")).as("asks less and less often").isLessThan(20);
  }

  @Test
  void appendConfirmsWhatItStoredWhenTheRedriveIsOver() {
    store(0);
    before.put("confirm", () -> closeByAnother(Duration.ofSeconds(3)));

    CompletableFuture<Instant> parked = append(1, event(1));
    time.runAll();

    assertThat(parked.join()).isAfter(start.plusSeconds(3));
    assertThat(model.stored(PART)).containsExactly(event(1));
    assertThat(steps).as("stored once").containsEntry("put", 1);
  }

  @Test
  void appendCountsEventsByTheirReasons() {
    CompletableFuture<Instant> parked =
        append(
            1,
            QueueEvents.event(LANE, 1, ParkReason.REJECTED, ""),
            QueueEvents.event(LANE, 2, ParkReason.BEHIND, ""),
            QueueEvents.event(LANE, 3, ParkReason.BEHIND, ""));
    time.runAll();
    assertThat(parked).isCompleted();
    assertThat(model.queues(PART.part()))
        .singleElement()
        .satisfies(
            queue ->
                assertThat(queue.counts())
                    .isEqualTo(Map.of(ParkReason.REJECTED, 1L, ParkReason.BEHIND, 2L)));
  }

  /** When it is certain that somebody who waits has noticed: the pauses double at most. */
  private Instant latest(int seconds) {
    return start.plusSeconds(4L * seconds);
  }

  private Closing closing(Duration left) {
    return new Closing(start.plus(left), "other/1");
  }

  private void oneMoreArrivesAndIsPublishedIn(Duration time) {
    store(1);
    before.put(
        "close",
        () -> {
          store(2);
          publishing = time;
        });
  }

  private void closeByAnother(Duration left) {
    table.close(PART, closing(left));
  }

  /** Events with the positions below this that the queue does not have yet. */
  private void store(int events) {
    table.hold(PART, 0, start);
    for (long i = last(); i < events; i++) {
      table.reserve(PART);
      table.put(PART, i + 1, List.of(event(i)));
    }
  }

  private long last() {
    return model.state(PART) instanceof QueueState.Held held ? held.last() : 0;
  }

  private static ParkedEvent event(long position) {
    return QueueEvents.event(LANE, position, ParkReason.BLOCKED, "");
  }

  private RequiredCalls calls(long seed) {
    return new RequiredCalls(
        time,
        new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(seed)),
        RelayObserver.NONE);
  }

  private CompletableFuture<Instant> append(long seed, ParkedEvent... events) {
    return new AppendingQueues(table, calls(seed), time)
        .append(PART, List.of(events), true)
        .thenApply(
            appended -> {
              assertThat(appended).isEqualTo(Appended.PARKED);
              return time.instant();
            })
        .toCompletableFuture();
  }

  private CompletableFuture<Drained> drain() {
    QueueDrain.Context context =
        new QueueDrain.Context(table, calls(1), time, this::publish, () -> timeIsLeft, "redrive");
    CompletableFuture<Drained> drained =
        new QueueDrain(context, PART).start().toCompletableFuture();
    time.runAll();
    return drained;
  }

  private CompletionStage<List<List<ParkedEvent>>> publish(List<Segment> page) {
    List<List<ParkedEvent>> left = new ArrayList<>();
    for (Segment segment : page) {
      left.add(List.of());
      QueueEvents.positions(List.of(segment))
          .forEach(position -> publishedAt.put(position, time.instant()));
    }
    CompletableFuture<List<List<ParkedEvent>>> done = new CompletableFuture<>();
    time.schedule(publishing, () -> done.complete(left));
    return done;
  }
}
