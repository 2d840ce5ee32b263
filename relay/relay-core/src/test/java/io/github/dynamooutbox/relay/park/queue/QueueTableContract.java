package io.github.dynamooutbox.relay.park.queue;

import static io.github.dynamooutbox.relay.park.queue.QueueEvents.NOW;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.blocked;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.get;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.positions;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueState.Absent;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every table of queues does: the one in DynamoDB, and the simulation's model of it. */
public abstract class QueueTableContract implements ScopesContract, SegmentsContract {
  private static final Closing CLOSING = new Closing(NOW.plusSeconds(10), "redrive-1");

  static List<QueueName> kinds() {
    return List.of(PART, new QueueName.Lane(LANE), QueueName.Single.of(LANE));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void absentQueueTakesNothing(QueueName queue) {
    QueueTable table = table();
    assertThat(get(table.state(queue))).isEqualTo(new Absent());
    assertThat(get(table.reserve(queue))).isEqualTo(new Absent());
    assertThat(get(table.confirm(queue, 1, Map.of(ParkReason.BLOCKED, 1)))).isEqualTo(new Absent());
    assertThat(get(table.close(queue, CLOSING))).isEqualTo(new Absent());
    assertThat(get(table.reopen(queue, "redrive-1"))).isEqualTo(new Absent());
    assertThat(get(table.release(queue, "redrive-1"))).isEqualTo(new Absent());
    assertThat(get(table.queues(queue.part()))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void numbersOnlyGrow(QueueName queue) {
    QueueTable table = table();
    get(table.hold(queue, 0, NOW));
    assertThat(get(table.reserve(queue))).isEqualTo(new Held(1));
    get(table.hold(queue, 0, NOW));
    assertThat(get(table.reserve(queue))).isEqualTo(new Held(2));
    assertThat(get(table.confirm(queue, 1, Map.of()))).isEqualTo(new Held(2));
    assertThat(get(table.confirm(queue, 7, Map.of()))).isEqualTo(new Held(7));
    assertThat(get(table.reserve(queue))).isEqualTo(new Held(8));
    assertThat(get(table.state(queue))).isEqualTo(new Held(8));
  }

  @Test
  void queueThatIsHeldAgainGoesOnWhereItIsSaid() {
    QueueTable table = table();
    get(table.hold(PART, 41, NOW));
    assertThat(get(table.reserve(PART))).isEqualTo(new Held(42));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void nothingIsAppendedWhileItIsClosed(QueueName queue) {
    QueueTable table = table();
    get(table.hold(queue, 0, NOW));
    get(table.reserve(queue));
    assertThat(get(table.close(queue, CLOSING))).isEqualTo(CLOSING);
    get(table.hold(queue, 0, NOW));
    assertThat(get(table.reserve(queue))).isEqualTo(CLOSING);
    assertThat(get(table.confirm(queue, 1, Map.of(ParkReason.BLOCKED, 1)))).isEqualTo(CLOSING);
    assertThat(get(table.state(queue))).isEqualTo(CLOSING);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void onlyTheAttemptThatClosesMayEndIt(QueueName queue) {
    QueueTable table = table();
    get(table.hold(queue, 0, NOW));
    get(table.close(queue, CLOSING));
    Closing other = new Closing(NOW.plusSeconds(99), "redrive-2");
    assertThat(get(table.close(queue, other))).isEqualTo(CLOSING);
    assertThat(get(table.reopen(queue, "redrive-2"))).isEqualTo(CLOSING);
    assertThat(get(table.release(queue, "redrive-2"))).isEqualTo(CLOSING);
    assertThat(get(table.reopen(queue, "redrive-1"))).isEqualTo(new Held(0));
    assertThat(get(table.release(queue, "redrive-1"))).isEqualTo(new Held(0));
    assertThat(get(table.close(queue, other))).isEqualTo(other);
    assertThat(get(table.release(queue, "redrive-1"))).isEqualTo(other);
    assertThat(get(table.release(queue, "redrive-2"))).isEqualTo(new Absent());
    assertThat(get(table.queues(queue.part()))).isEmpty();
  }

  @Test
  void viewShowsWhatIsHeldUntilItIsReleased() {
    QueueTable table = table();
    List<LaneKey> lanes = List.of(LANE, OTHER, new LaneKey("audit", "Order#1"));
    assertThat(get(table.view(SCOPE, lanes))).isEqualTo(ParkedView.empty());
    get(table.hold(PART, 0, NOW));
    get(table.hold(new QueueName.Lane(OTHER), 0, NOW));
    get(table.hold(QueueName.Single.of(LANE), 0, NOW));
    ParkedView view = get(table.view(SCOPE, lanes));
    assertThat(view.held()).containsExactly((QueueName.Part) PART);
    assertThat(view.closedLanes()).containsExactly(OTHER);
    assertThat(get(table.view(SCOPE, List.of(LANE))).closedLanes()).isEmpty();

    get(table.close(PART, CLOSING));
    get(table.close(new QueueName.Lane(OTHER), CLOSING));
    assertThat(get(table.view(SCOPE, lanes))).isEqualTo(view);
    get(table.release(PART, CLOSING.by()));
    get(table.release(new QueueName.Lane(OTHER), CLOSING.by()));
    assertThat(get(table.view(SCOPE, lanes))).isEqualTo(ParkedView.empty());
  }

  @Test
  void viewShowsEachOfManyClosedLanes() {
    QueueTable table = table();
    List<LaneKey> lanes =
        IntStream.range(0, 200).mapToObj(id -> new LaneKey("billing", "Order#" + id)).toList();
    List<LaneKey> ofOnePart =
        lanes.stream().filter(lane -> QueueName.partOf(lane) == PART.part()).toList();
    List<LaneKey> closed = IntStream.range(0, 7).mapToObj(i -> ofOnePart.get(i)).toList();
    closed.forEach(lane -> get(table.hold(new QueueName.Lane(lane), 0, NOW)));
    List<LaneKey> some = closed.subList(1, 7);

    assertThat(get(table.view(SCOPE, lanes)).closedLanes())
        .containsExactlyInAnyOrderElementsOf(closed);
    assertThat(get(table.view(SCOPE, some)).closedLanes())
        .containsExactlyInAnyOrderElementsOf(some);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void queueIsReadInTheOrderOfItsNumbers(QueueName queue) {
    QueueTable table = table();
    get(table.hold(queue, 0, NOW));
    get(table.put(queue, 10, List.of(blocked(LANE, 5))));
    get(table.put(queue, 9, List.of(blocked(LANE, 3), blocked(LANE, 4))));
    get(table.put(queue, 100, List.of(blocked(LANE, 6))));
    get(table.put(queue, 9, List.of(blocked(LANE, 3), blocked(LANE, 4))));
    assertThat(positions(get(table.read(queue, START, ALL, 99)))).containsExactly(3L, 4L, 5L, 6L);
    assertThat(positions(get(table.read(queue, START, OptionalLong.of(10), 99))))
        .containsExactly(3L, 4L, 5L);
    List<Segment> first = get(table.read(queue, START, ALL, 1));
    assertThat(first).hasSize(1);
    assertThat(positions(get(table.read(queue, Optional.of(first.get(0)), OptionalLong.of(99), 9))))
        .containsExactly(5L);
  }

  @Test
  void queueKeepsItsSegmentsWhenItIsReleased() {
    QueueTable table = table();
    get(table.hold(PART, 0, NOW));
    get(table.put(PART, 1, List.of(blocked(LANE, 1))));
    get(table.close(PART, CLOSING));
    get(table.release(PART, CLOSING.by()));
    assertThat(positions(get(table.read(PART, START, ALL, 99)))).containsExactly(1L);
  }

  @Test
  void whatIsTakenOutIsGoneAndNotCounted() {
    QueueTable table = table();
    get(table.hold(PART, 0, NOW));
    get(table.put(PART, 1, List.of(blocked(LANE, 1), blocked(LANE, 2))));
    get(table.put(PART, 2, List.of(QueueEvents.event(LANE, 3, ParkReason.BEHIND, ""))));
    get(table.confirm(PART, 1, Map.of(ParkReason.BLOCKED, 2)));
    get(table.confirm(PART, 2, Map.of(ParkReason.BEHIND, 1)));
    QueueSummary before = get(table.queues(PART.part())).get(0);
    assertThat(before.queue()).isEqualTo(PART);
    assertThat(before.state()).isEqualTo(new Held(2));
    assertThat(before.since()).isEqualTo(NOW);
    assertThat(before.oldest()).isEqualTo(NOW);
    assertThat(before.counts()).isEqualTo(Map.of(ParkReason.BLOCKED, 2L, ParkReason.BEHIND, 1L));

    List<Segment> segments = get(table.read(PART, START, OptionalLong.of(1), 99));
    get(table.remove(PART, segments, Optional.of(NOW.plusMillis(3))));
    assertThat(positions(get(table.read(PART, START, ALL, 99)))).containsExactly(3L);
    QueueSummary after = get(table.queues(PART.part())).get(0);
    assertThat(after.counts()).isEqualTo(Map.of(ParkReason.BEHIND, 1L));
    assertThat(after.oldest()).isEqualTo(NOW.plusMillis(3));
    assertThat(after.since()).isEqualTo(NOW);
  }

  @Test
  void queuesOfAPartAreListedPageByPage() {
    QueueTable table = table();
    int part = PART.part();
    kinds().forEach(queue -> get(table.hold(queue, 0, NOW)));

    List<QueueSummary> first = get(table.queues(part, Optional.empty(), 2));
    QueueName last = first.get(1).queue();
    get(table.close(last, CLOSING));
    get(table.release(last, CLOSING.by()));
    List<QueueSummary> second = get(table.queues(part, Optional.of(last), 2));

    assertThat(first).hasSize(2);
    assertThat(second).hasSize(1);
    assertThat(Stream.concat(first.stream(), second.stream()).map(QueueSummary::queue))
        .containsExactlyInAnyOrderElementsOf(kinds());
    assertThat(get(table.queues(part, Optional.of(second.get(0).queue()), 2))).isEmpty();
  }

  @Test
  void countsNeverKeepAQueueNorBringItBack() {
    QueueTable table = table();
    get(table.hold(PART, 0, NOW));
    get(table.put(PART, 1, List.of(blocked(LANE, 1))));
    List<Segment> segments = get(table.read(PART, START, ALL, 99));
    get(table.confirm(PART, 1, Map.of(ParkReason.BLOCKED, 5)));
    get(table.close(PART, CLOSING));
    assertThat(get(table.release(PART, CLOSING.by()))).isEqualTo(new Absent());
    get(table.remove(PART, segments, Optional.of(NOW)));
    assertThat(get(table.state(PART))).isEqualTo(new Absent());
    assertThat(get(table.queues(PART.part()))).isEmpty();
  }

  @Test
  void queuesOfAllKindsAreListedByTheirPart() {
    QueueTable table = table();
    kinds().forEach(queue -> get(table.hold(queue, 0, NOW)));
    LaneKey all = new LaneKey(LaneKey.ALL_TARGETS, LANE.aggregate());
    get(table.hold(new QueueName.Lane(all), 0, NOW));
    int elsewhere = (PART.part() + 1) % QueueName.PARTS;
    get(table.hold(new QueueName.Part("billing", elsewhere), 0, NOW));
    assertThat(get(table.queues(PART.part())))
        .extracting(QueueSummary::queue)
        .containsExactlyInAnyOrder(
            PART, new QueueName.Lane(LANE), QueueName.Single.of(LANE), new QueueName.Lane(all));
    assertThat(get(table.queues(elsewhere))).hasSize(1);
  }

  @Test
  void partHasOneRedriveAtATime() {
    QueueTable table = table();
    Lease first = new Lease("a", NOW.plusSeconds(60));
    assertThat(get(table.lease(3, "a", NOW, first.until()))).isEqualTo(first);
    assertThat(get(table.lease(3, "b", NOW.plusSeconds(59), NOW.plusSeconds(120))))
        .isEqualTo(first);
    assertThat(get(table.lease(4, "b", NOW, NOW.plusSeconds(60))).owner()).isEqualTo("b");

    Lease renewed = new Lease("a", NOW.plusSeconds(90));
    assertThat(get(table.lease(3, "a", NOW.plusSeconds(30), renewed.until()))).isEqualTo(renewed);
    get(table.giveBack(3, "b"));
    assertThat(get(table.lease(3, "b", NOW.plusSeconds(60), NOW.plusSeconds(120))))
        .isEqualTo(renewed);
  }

  @Test
  void leaseEndsWithItsTimeOrWhenItIsGivenBack() {
    QueueTable table = table();
    get(table.lease(3, "a", NOW, NOW.plusSeconds(60)));
    Lease second = new Lease("b", NOW.plusSeconds(150));
    assertThat(get(table.lease(3, "b", NOW.plusSeconds(61), second.until()))).isEqualTo(second);
    get(table.giveBack(3, "b"));
    assertThat(get(table.lease(3, "c", NOW, NOW.plusSeconds(9))).owner()).isEqualTo("c");
  }
}
