package io.github.dynamooutbox.cli.internal.parked;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ParkedFilterTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final RecordKey RECORD = new RecordKey("OUTBOX#Order#1", "1");
  private static final QueueSummary QUEUE =
      queue(LANE, Map.of(ParkReason.REJECTED, 1L, ParkReason.BEHIND, 2L));

  @Test
  void listsWhatIsBehindAFailedEventAsWell() {
    ParkedFilter rejected = reasons(ParkReason.REJECTED);

    assertThat(rejected.mayBeIn(QUEUE)).isTrue();
    assertThat(includes(rejected, 0, ParkReason.REJECTED, QUEUE)).isTrue();
    assertThat(includes(rejected, 1, ParkReason.BEHIND, QUEUE)).isTrue();
    assertThat(rejected.count(QUEUE)).isEqualTo(3);
  }

  @Test
  void listsNothingThatIsBehindAnotherReason() {
    QueueSummary blocked = queue(LANE, Map.of(ParkReason.BLOCKED, 1L, ParkReason.BEHIND, 2L));

    assertThat(reasons(ParkReason.REJECTED).mayBeIn(blocked)).isFalse();
    assertThat(includes(reasons(ParkReason.REJECTED), 1, ParkReason.BEHIND, blocked)).isFalse();
    assertThat(includes(reasons(ParkReason.BEHIND), 1, ParkReason.BEHIND, blocked)).isTrue();
    assertThat(reasons(ParkReason.BEHIND).count(blocked)).isEqualTo(2);
  }

  @Test
  void includesExactlyWhatIsChosen() {
    ParkedFilter chosen =
        new ParkedFilter(
            Optional.of("bus"),
            Set.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(
                new ParkedFilter.Chosen(
                    Set.of(ParkedRow.key(place(1, RECORD))), Set.of("Order#1"))));

    assertThat(includes(chosen, 1, ParkReason.BEHIND, QUEUE)).isTrue();
    assertThat(includes(chosen, 2, ParkReason.BEHIND, QUEUE)).isFalse();
    assertThat(chosen.mayBeIn(QUEUE)).isTrue();
    assertThat(chosen.mayBeIn(queue(new LaneKey("bus", "Order#2"), QUEUE.counts()))).isFalse();
    QueueName.Part backlog = QueueName.Part.of(LANE);
    assertThat(chosen.mayBeIn(queue(backlog, QUEUE.counts()))).isTrue();
    QueueName other = new QueueName.Part("bus", (backlog.part() + 1) % QueueName.PARTS);
    assertThat(chosen.mayBeIn(queue(other, QUEUE.counts()))).isFalse();
  }

  @Test
  void distinguishesKeysThatContainASlash() {
    assertThat(ParkedRow.key(place(0, new RecordKey("a/b", "c"))))
        .isNotEqualTo(ParkedRow.key(place(0, new RecordKey("a", "b/c"))));
  }

  private static ParkedFilter reasons(ParkReason reason) {
    return ParkedFilter.of(Optional.of("bus"), Set.of(reason), Optional.empty());
  }

  private static QueueSummary queue(LaneKey lane, Map<ParkReason, Long> counts) {
    return queue(new QueueName.Lane(lane), counts);
  }

  private static QueueSummary queue(QueueName queue, Map<ParkReason, Long> counts) {
    return new QueueSummary(queue, new QueueState.Held(1), Instant.EPOCH, Instant.EPOCH, counts);
  }

  private static boolean includes(
      ParkedFilter filter, int index, ParkReason reason, QueueSummary queue) {
    ParkedEvent event =
        new ParkedEvent(
            place(index, RECORD),
            new ParkedEvent.Cause(reason, "TooLarge", "too large"),
            new ParkedEvent.Attempts(1, Instant.EPOCH, Instant.EPOCH),
            Item.builder().build(),
            Set.of());
    ParkedReader reader = new ParkedReader(new RecordCodec(OutboxSchema.defaults()));
    return filter.includes(event, reader, queue);
  }

  private static ParkedEvent.Place place(int index, RecordKey record) {
    return new ParkedEvent.Place(LANE, new StreamPosition("1"), record, index);
  }
}
