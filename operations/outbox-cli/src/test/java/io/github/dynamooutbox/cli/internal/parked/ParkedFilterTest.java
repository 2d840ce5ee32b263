package io.github.dynamooutbox.cli.internal.parked;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final QueueSummary QUEUE =
      queue(LANE, Map.of(ParkReason.REJECTED, 1L, ParkReason.BEHIND, 2L));

  @Test
  void listsWhatIsBehindAFailedEventAsWell() {
    ParkedFilter rejected = reasons(ParkReason.REJECTED);

    assertThat(rejected.mayBeIn(QUEUE)).isTrue();
    assertThat(rejected.includes(row(0, ParkReason.REJECTED), QUEUE)).isTrue();
    assertThat(rejected.includes(row(1, ParkReason.BEHIND), QUEUE)).isTrue();
    assertThat(rejected.count(QUEUE)).isEqualTo(3);
  }

  @Test
  void listsNothingThatIsBehindAnotherReason() {
    QueueSummary blocked = queue(LANE, Map.of(ParkReason.BLOCKED, 1L, ParkReason.BEHIND, 2L));

    assertThat(reasons(ParkReason.REJECTED).mayBeIn(blocked)).isFalse();
    assertThat(reasons(ParkReason.REJECTED).includes(row(1, ParkReason.BEHIND), blocked)).isFalse();
    assertThat(reasons(ParkReason.BEHIND).includes(row(1, ParkReason.BEHIND), blocked)).isTrue();
    assertThat(reasons(ParkReason.BEHIND).count(blocked)).isEqualTo(2);
  }

  @Test
  void includesExactlyWhatIsChosen() {
    ParkedRow ticked = row(1, ParkReason.BEHIND);
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
            Optional.of(new ParkedFilter.Chosen(Set.of(ticked.key()), Set.of("Order#1"))));

    assertThat(chosen.includes(ticked, QUEUE)).isTrue();
    assertThat(chosen.includes(row(2, ParkReason.BEHIND), QUEUE)).isFalse();
    assertThat(chosen.mayBeIn(QUEUE)).isTrue();
    assertThat(chosen.mayBeIn(queue(new LaneKey("bus", "Order#2"), QUEUE.counts()))).isFalse();
    QueueName.Part backlog = QueueName.Part.of(LANE);
    assertThat(chosen.mayBeIn(queue(backlog, QUEUE.counts()))).isTrue();
    QueueName other = new QueueName.Part("bus", (backlog.part() + 1) % QueueName.PARTS);
    assertThat(chosen.mayBeIn(queue(other, QUEUE.counts()))).isFalse();
  }

  @Test
  void distinguishesKeysThatContainASlash() {
    assertThat(row(0, new RecordKey("a/b", "c")).key())
        .isNotEqualTo(row(0, new RecordKey("a", "b/c")).key());
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

  private static ParkedRow row(int index, RecordKey record) {
    return row(index, ParkReason.REJECTED, record);
  }

  private static ParkedRow row(int index, ParkReason reason) {
    return row(index, reason, new RecordKey("OUTBOX#Order#1", "1"));
  }

  private static ParkedRow row(int index, ParkReason reason, RecordKey record) {
    ParkedEvent.Place place = new ParkedEvent.Place(LANE, new StreamPosition("1"), record, index);
    return new ParkedRow(
        place,
        new ParkedName("id-" + index, "Placed"),
        new ParkedEvent.Cause(reason, "TooLarge", "too large"),
        1,
        Instant.EPOCH);
  }
}
