package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.Segment;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The state of a queue is read as it was written, whatever the queue. */
class QueueStatesTest {
  private static final Instant NOW = LocalControlTable.NOW;
  private static final QueueName LANE = new QueueName.Lane(Parked.LANE);

  private final QueueKeys keys = new QueueKeys(new Keys("orders"));

  static List<QueueName> queues() {
    return List.of(new QueueName.Part("bus", 3), LANE, new QueueName.Single("bus", 15));
  }

  @ParameterizedTest
  @MethodSource("queues")
  void summarySaysWhatIsHeldSinceWhen(QueueName queue) {
    Map<String, AttributeValue> item = item(queue, QueueStates.HELD);
    item.put(QueueStates.OLDEST, AttributeValues.millis(NOW.minusSeconds(5)));
    item.put(QueueStates.count(ParkReason.REJECTED), AttributeValues.number(2));
    item.put(QueueStates.count(ParkReason.BEHIND), AttributeValues.number(1));
    item.put(QueueStates.count(ParkReason.BLOCKED), AttributeValues.number(0));
    assertThat(QueueStates.summary(item))
        .isEqualTo(
            new QueueSummary(
                queue,
                new QueueState.Held(7),
                NOW,
                NOW.minusSeconds(5),
                Map.of(ParkReason.REJECTED, 2L, ParkReason.BEHIND, 1L)));
  }

  @ParameterizedTest
  @MethodSource("queues")
  void itemHasTheQueuesKey(QueueName queue) {
    assertThat(item(queue, QueueStates.HELD)).containsAllEntriesOf(keys.state(queue));
  }

  @Test
  void noItemIsAnAbsentQueue() {
    assertThat(QueueStates.forAppend(Map.of())).isEqualTo(new QueueState.Absent());
    assertThat(QueueStates.forRedrive(Map.of())).isEqualTo(new QueueState.Absent());
    assertThat(QueueStates.isHeld(Map.of())).isFalse();
    assertThat(QueueStates.isOpening(Map.of())).isFalse();
  }

  @Test
  void laneThatIsBeingHeldExistsForARedriveOnly() {
    Map<String, AttributeValue> item = item(LANE, QueueStates.OPENING);
    assertThat(QueueStates.forAppend(item)).isEqualTo(new QueueState.Absent());
    assertThat(QueueStates.forRedrive(item)).isEqualTo(new QueueState.Held(7));
    assertThat(QueueStates.isOpening(item)).isTrue();
    assertThat(QueueStates.isHeld(item)).isFalse();
  }

  @Test
  void heldQueueIsHeldForBoth() {
    Map<String, AttributeValue> item = item(LANE, QueueStates.HELD);
    assertThat(QueueStates.forAppend(item)).isEqualTo(new QueueState.Held(7));
    assertThat(QueueStates.forRedrive(item)).isEqualTo(new QueueState.Held(7));
    assertThat(QueueStates.isHeld(item)).isTrue();
    assertThat(QueueStates.isOpening(item)).isFalse();
  }

  @Test
  void queueThatIsBeingClosedSaysByWhomAndUntilWhen() {
    Map<String, AttributeValue> item = item(LANE, QueueStates.CLOSING);
    item.put(QueueStates.UNTIL, AttributeValues.millis(NOW.plusSeconds(9)));
    item.put(QueueStates.BY, AttributeValues.text("redrive-1"));
    QueueState closing = new QueueState.Closing(NOW.plusSeconds(9), "redrive-1");
    assertThat(QueueStates.forAppend(item)).isEqualTo(closing);
    assertThat(QueueStates.forRedrive(item)).isEqualTo(closing);
    assertThat(QueueStates.isHeld(item)).isFalse();
    assertThat(QueueStates.isOpening(item)).isFalse();
  }

  @Test
  void kindOfANewerVersionIsNotGuessed() {
    Map<String, AttributeValue> item = item(LANE, QueueStates.HELD);
    item.put("kind", AttributeValues.text("NEW"));
    assertThatIllegalStateException()
        .isThrownBy(() -> QueueStates.summary(item))
        .withMessage("a queue has the unknown kind NEW: upgrade the program that reads it");
  }

  @Test
  void countsFallByWhatIsTakenOutAndRiseByWhatChangesItsReason() {
    ParkedEvent rejected = Parked.event(Parked.LANE, 1, 0);
    ParkedEvent behind = Parked.behind(Parked.LANE, 2, 0);
    ParkedEvent other = Parked.behind(Parked.LANE, 3, 0);
    ParkedEvent blocked =
        Parked.event(
            behind.place(),
            new ParkedEvent.Cause(ParkReason.BLOCKED, "code", "message"),
            behind.item());
    Segment segment = new Segment(LANE, 7, "append", 0, List.of(rejected, behind, other));
    assertThat(QueueStates.counts(segment.events()))
        .isEqualTo(Map.of(ParkReason.REJECTED, 1, ParkReason.BEHIND, 2));
    assertThat(QueueStates.less(segment, List.of(rejected, blocked)))
        .isEqualTo(Map.of(ParkReason.BEHIND, 2, ParkReason.BLOCKED, -1));
    assertThat(QueueStates.less(segment, segment.events())).isEmpty();
  }

  @Test
  void headSaysWhichPartsAreHeldAndWhereLanesAreClosed() {
    QueueName.Part part = new QueueName.Part("a#b", 3);
    String flag = QueueKeys.flag("a#b", 3);
    assertThat(HeadItem.of(Map.of()))
        .isEqualTo(new HeadItem(Set.of(), Set.of(), Set.of(), Map.of()));
    assertThat(
            HeadItem.of(
                Map.of(
                    HeadItem.HELD,
                    AttributeValue.fromSs(List.of(flag)),
                    HeadItem.LANES,
                    AttributeValue.fromSs(List.of("lanes#1")),
                    HeadItem.LEAVING,
                    AttributeValue.fromSs(List.of("leaving#2")),
                    HeadItem.SERVED + "a#b",
                    AttributeValue.fromS("mark"))))
        .isEqualTo(
            new HeadItem(
                Set.of(part), Set.of("lanes#1"), Set.of("leaving#2"), Map.of("a#b", "mark")));
  }

  private Map<String, AttributeValue> item(QueueName queue, String state) {
    return new HashMap<>(QueueStates.of(keys.state(queue), queue, state, 7, NOW));
  }
}
