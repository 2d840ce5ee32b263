package io.github.dynamooutbox.relay.park.queue;

import static io.github.dynamooutbox.relay.park.queue.QueueEvents.NOW;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.blocked;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.get;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.positions;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What every table of queues does with the segments of a queue. */
public interface SegmentsContract {
  LaneKey LANE = new LaneKey("billing", "Order#1");
  LaneKey OTHER = new LaneKey("billing", "Order#10");
  QueueName PART = QueueName.Part.of(LANE);
  Optional<Segment> START = Optional.empty();
  OptionalLong ALL = OptionalLong.empty();

  /** A table that holds nothing. */
  QueueTable table();

  /** Numbers begin anew when a queue is held again, and an append may be late. */
  @Test
  default void appendsOfTheSameNumberDoNotReplaceEachOther() {
    QueueTable table = table();
    get(table.put(PART, 5, List.of(blocked(LANE, 1), blocked(LANE, 2), blocked(LANE, 3))));
    get(table.put(PART, 5, List.of(blocked(OTHER, 4))));
    assertThat(positions(get(table.read(PART, START, ALL, 99))))
        .containsExactlyInAnyOrder(1L, 2L, 3L, 4L)
        .containsSubsequence(1L, 2L, 3L);
  }

  @Test
  default void appendOfAnySizeComesBackInOrderAndWhole() {
    QueueTable table = table();
    List<ParkedEvent> events = new ArrayList<>();
    List<Long> expected = new ArrayList<>();
    for (long i = 0; i < 400; i++) {
      LaneKey lane = i % 2 == 0 ? LANE : OTHER;
      events.add(QueueEvents.event(lane, i, ParkReason.BLOCKED, "x".repeat(2_000)));
      expected.add(i);
    }
    get(table.put(PART, 1, events));
    List<Segment> segments = get(table.read(PART, START, ALL, 10_000));
    assertThat(positions(segments)).isEqualTo(expected);
    ParkedEvent last = segments.get(segments.size() - 1).events().get(0);
    assertThat(last.place().lane()).isIn(LANE, OTHER);
    assertThat(last.cause()).isEqualTo(events.get(0).cause());
    assertThat(last.attempts().count()).isEqualTo(2);
  }

  @Test
  default void partOfASegmentCanBeKept() {
    QueueTable table = table();
    get(table.hold(PART, 0, NOW));
    get(table.put(PART, 1, List.of(blocked(LANE, 1), blocked(LANE, 2))));
    get(table.put(PART, 2, List.of(blocked(LANE, 3))));
    get(table.confirm(PART, 1, Map.of(ParkReason.BLOCKED, 2)));
    Segment first = get(table.read(PART, START, ALL, 99)).get(0);
    List<ParkedEvent> left = first.events().subList(1, first.events().size());
    if (left.isEmpty()) {
      left = List.of(blocked(LANE, 2));
    }
    get(table.replace(first, left));
    assertThat(positions(get(table.read(PART, START, OptionalLong.of(1), 1)))).containsExactly(2L);
    assertThat(get(table.queues(PART.part())).get(0).counts())
        .isEqualTo(Map.of(ParkReason.BLOCKED, 1L));
  }

  @Test
  default void segmentThatIsGoneIsNotBroughtBack() {
    QueueTable table = table();
    get(table.hold(PART, 0, NOW));
    get(table.put(PART, 1, List.of(blocked(LANE, 1), blocked(LANE, 2))));
    get(table.confirm(PART, 1, Map.of(ParkReason.BLOCKED, 2)));
    List<Segment> segments = get(table.read(PART, START, ALL, 99));
    get(table.remove(PART, segments, Optional.empty()));
    get(table.replace(segments.get(0), List.of(blocked(LANE, 2))));
    assertThat(get(table.read(PART, START, ALL, 99))).isEmpty();
  }
}
