package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.NOW;
import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What leaves a queue by decision leaves it together with its mark, and is counted less. */
class WaysOutIT {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final QueueName QUEUE = new QueueName.Lane(LANE);
  private static final ParkedEvent FIRST = QueueEvents.event(LANE, 1, ParkReason.REJECTED, "a");
  private static final ParkedEvent SECOND = QueueEvents.event(LANE, 2, ParkReason.BEHIND, "b");
  private static final WayOut MARK =
      new WayOut("e#1", origin(1), "bus", Optional.of("feed"), "ann", "too large", NOW);

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private final String stream = AwsUnderTest.unique("stream");
  private final ControlTable control = table.of(stream, Interposed.inPages(table.client(), 1));
  private final QueueTable queues = control.queues();
  private final WayOutTable waysOut = control.waysOut();
  private Segment segment;

  private static Optional<WayOut.Origin> origin(long position) {
    ParkedEvent.Place place = QueueEvents.blocked(LANE, position).place();
    return Optional.of(new WayOut.Origin(place.record(), place.index()));
  }

  @BeforeEach
  void park() {
    get(queues.hold(QUEUE, 0, NOW));
    get(queues.reserve(QUEUE));
    get(queues.put(QUEUE, 1, List.of(FIRST, SECOND)));
    get(queues.confirm(QUEUE, 1, Map.of(ParkReason.REJECTED, 1, ParkReason.BEHIND, 1)));
    segment = read().get(0);
  }

  @Test
  void takesOneEventOutWithItsMarkAndCountsLess() {
    assertThat(get(waysOut.takeOut(segment, List.of(SECOND), List.of(MARK)))).isTrue();

    assertThat(read()).flatExtracting(Segment::events).containsExactly(SECOND);
    assertThat(get(queues.queues(QUEUE.part())))
        .singleElement()
        .satisfies(queue -> assertThat(queue.counts()).isEqualTo(Map.of(ParkReason.BEHIND, 1L)));
    assertThat(get(waysOut.of("e#1"))).containsExactly(MARK);
    assertThat(
            table
                .client()
                .getItem(
                    get ->
                        get.tableName(LocalControlTable.NAME)
                            .key(new QueueKeys(new Keys(stream)).wayOut(MARK)))
                .item())
        .as("it expires")
        .containsEntry(
            Keys.TTL,
            AttributeValues.seconds(NOW.plus(FormatLimits.DEFAULT_RETENTION.plusDays(1))));
  }

  @Test
  void takesAWholeSegmentOut() {
    WayOut discarded =
        new WayOut("e2", origin(2), "bus", Optional.empty(), "ann", "test data", NOW);

    assertThat(get(waysOut.takeOut(segment, List.of(), List.of(MARK, discarded)))).isTrue();

    assertThat(read()).isEmpty();
    assertThat(get(queues.queues(QUEUE.part())))
        .singleElement()
        .satisfies(queue -> assertThat(queue.counts()).isEmpty());
    assertThat(get(waysOut.of("e2"))).containsExactly(discarded);
  }

  @Test
  void keepsMarksOfEventsApartThatHaveTheSameId() {
    WayOut other = new WayOut("e#1", origin(2), "bus", Optional.empty(), "bob", "a test", NOW);

    assertThat(get(waysOut.takeOut(segment, List.of(), List.of(MARK, other)))).isTrue();

    assertThat(get(waysOut.of("e#1"))).containsExactlyInAnyOrder(MARK, other);
    assertThat(List.of(MARK, other))
        .filteredOn(mark -> mark.concerns(SECOND.place().record(), SECOND.place().index()))
        .containsExactly(other);
  }

  @Test
  void changesNothingIfTheSegmentIsNotAsItWasRead() {
    get(queues.replace(segment, List.of(SECOND)));

    assertThat(get(waysOut.takeOut(segment, List.of(SECOND), List.of(MARK)))).isFalse();

    assertThat(read()).flatExtracting(Segment::events).containsExactly(SECOND);
    assertThat(get(waysOut.of("e#1"))).isEmpty();
  }

  @Test
  void countsAReasonThatHasChanged() {
    ParkedEvent rejected = QueueEvents.event(LANE, 2, ParkReason.REJECTED, "b");

    get(queues.replace(segment, List.of(FIRST, rejected)));

    assertThat(get(queues.queues(QUEUE.part())))
        .singleElement()
        .satisfies(queue -> assertThat(queue.counts()).isEqualTo(Map.of(ParkReason.REJECTED, 2L)));
  }

  private List<Segment> read() {
    return get(queues.read(QUEUE, Optional.empty(), OptionalLong.empty(), 10));
  }
}
