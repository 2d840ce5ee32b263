package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How a page of a backlog ends, and what is then left of it. */
class RedrivePageTest extends RedriveBench {
  private static final int PART = 3;
  private static final int OTHER_PART = 4;

  @Test
  void sendsNothingThatWaitedForTheGateWhenItsTimeWasUp() {
    backlog(lanes(PART, 30));
    bus.latency(Duration.ofSeconds(20));

    RedriveResult result =
        ended(start(RedriveOrder.BLOCKED, queues.table(), Duration.ofSeconds(10)));

    assertThat(result.published()).isEqualTo(10);
    assertThat(bus.requests).hasSize(1);
    assertThat(queues.parked()).hasSize(20);
  }

  @Test
  void endsInTimeThoughATableNeverAnswers() {
    backlog(lanes(PART, 1));
    Instant start = loop.instant();

    RedriveResult result =
        ended(
            start(
                RedriveOrder.BLOCKED,
                withViews(new CompletableFuture<>()),
                Duration.ofSeconds(10)));

    assertThat(result.unfinished()).isEqualTo(1);
    assertThat(loop.instant()).isBefore(start.plusSeconds(12));
  }

  @Test
  void asksATableThatFailsNothingMoreWhenItHasEnded() {
    backlog(lanes(PART, 1));
    QueueTable failing = withViews(CompletableFuture.failedFuture(new IllegalStateException()));

    RedriveResult result = ended(start(RedriveOrder.BLOCKED, failing, Duration.ofSeconds(10)));
    int asked = queues.times("view");
    loop.runFor(Duration.ofMinutes(10));

    assertThat(result.unfinished()).isEqualTo(1);
    assertThat(asked).isGreaterThan(1);
    assertThat(queues.times("view")).isEqualTo(asked);
  }

  @Test
  void leavesNothingOnTheLoopWhenItsTargetIsDown() {
    backlog(lanes(PART, 20));
    bus.always(entries -> BatchOutcome.all(entries.size(), DOWN));
    CompletableFuture<RedriveResult> redrive =
        start(RedriveOrder.BLOCKED, queues.table(), Duration.ofSeconds(9));

    assertThat(ended(redrive).unfinished()).isEqualTo(1);

    Instant ended = loop.instant();
    loop.runAll();
    assertThat(loop.instant()).isEqualTo(ended);
  }

  /** As many were accepted as have failed, and each of those was tried just often enough. */
  @Test
  void movesWhatFailsThreeTimesBesideAsManyThatAreAccepted() {
    List<LaneKey> lanes = lanes(PART, 2);
    backlog(lanes);
    append(QueueName.Part.of(lanes.get(0)), List.of(blocked(lanes.get(0), 2)));
    bus.latency(Duration.ofSeconds(4));
    bus.always(ParkingBench.by(Map.of(idOf(lanes.get(0)), DOWN)));

    RedriveResult result =
        ended(start(RedriveOrder.BLOCKED, queues.table(), Duration.ofSeconds(50)));

    assertThat(bus.requests.stream().flatMap(List::stream))
        .filteredOn(idOf(lanes.get(0))::equals)
        .hasSize(3);
    assertThat(result.moved()).isEqualTo(2);
    assertThat(queues.held()).containsExactly(new QueueName.Lane(lanes.get(0)));
  }

  /** Nothing of its page was accepted, but five requests of another one were. */
  @Test
  void movesWhatFailsWhileItsTargetAcceptsJustEnoughOfOthers() {
    LaneKey stuck = lanes(PART, 1).get(0);
    backlog(List.of(stuck));
    LaneKey hot = lanes(OTHER_PART, 1).get(0);
    append(
        QueueName.Part.of(hot),
        IntStream.rangeClosed(1, 5).mapToObj(sequence -> blocked(hot, sequence)).toList());
    bus.always(ParkingBench.by(Map.of(idOf(stuck), DOWN)));

    RedriveResult result =
        ended(start(RedriveOrder.BLOCKED, queues.table(), Duration.ofSeconds(50)));

    assertThat(bus.accepted).hasSize(5);
    assertThat(result.moved()).isEqualTo(1);
    assertThat(queues.held()).containsExactly(new QueueName.Lane(stuck));
  }

  @Test
  void failsWhereWhatItMovesCanNeverBeStored() {
    List<LaneKey> lanes = lanes(PART, 2);
    backlog(lanes);
    bus.always(ParkingBench.by(Map.of(idOf(lanes.get(0)), DOWN)));
    queues.failures.add(new UnparkableException("too large"));

    CompletableFuture<RedriveResult> redrive =
        start(RedriveOrder.BLOCKED, queues.table(), Duration.ofSeconds(50));
    loop.runUntil(redrive::isDone);

    assertThatThrownBy(redrive::join).hasRootCauseMessage("too large");
    assertThat(queues.stored(QueueName.Part.of(lanes.get(0))))
        .extracting(event -> event.place().lane())
        .contains(lanes.get(0));
  }

  private RedriveResult ended(CompletableFuture<RedriveResult> redrive) {
    loop.runUntil(redrive::isDone);
    return redrive.join();
  }

  /** The queues, with this answer to each question about lanes. */
  private QueueTable withViews(CompletableFuture<?> answer) {
    return queues.table(
        new Steps() {
          @Override
          @SuppressWarnings("unchecked") // it is never completed with a value
          public <T> CompletionStage<T> step(String what, Supplier<T> step) {
            CompletionStage<T> usual = queues.step(what, step);
            return what.equals("view") ? (CompletionStage<T>) answer : usual;
          }
        });
  }

  private static List<LaneKey> lanes(int part, int number) {
    return IntStream.iterate(0, id -> id + 1)
        .mapToObj(id -> new LaneKey("bus", "Order#" + id))
        .filter(lane -> QueueName.partOf(lane) == part)
        .limit(number)
        .toList();
  }

  private void backlog(List<LaneKey> lanes) {
    append(QueueName.Part.of(lanes.get(0)), lanes.stream().map(lane -> blocked(lane, 1)).toList());
  }

  private ParkedEvent blocked(LaneKey lane, int sequence) {
    String id = lane.aggregate().substring("Order#".length());
    return parked(
        lane,
        ParkReason.BLOCKED,
        Records.order(10 * Long.parseLong(id) + sequence, id, sequence, loop.instant(), 1),
        0);
  }

  private static String idOf(LaneKey lane) {
    return lane.aggregate().substring("Order#".length()) + "-1.0";
  }
}
