package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.NOW;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.blocked;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.positions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState.Absent;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What is special about queues in DynamoDB: flags of lanes, sizes, and items that people delete.
 */
class QueueTroubleIT {
  private static final LaneKey LANE = new LaneKey("billing", "Order#1");
  private static final QueueName.Lane CLOSED = new QueueName.Lane(LANE);
  private static final QueueName PART = QueueName.Part.of(LANE);
  private static final Closing CLOSING = new Closing(NOW.plusSeconds(10), "redrive");

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private final String stream = AwsUnderTest.unique("stream");
  private final QueueTable queues = table.of(stream).queues();
  private final QueueKeys keys = new QueueKeys(new Keys(stream));
  private final LaneFlags flags = new LaneFlags(LocalControlTable.NAME, keys);

  @Test
  void laneWhoseHolderDiedOnTheWayTakesNothingUntilItIsHeldAgain() {
    client()
        .putItem(
            request ->
                request
                    .tableName(LocalControlTable.NAME)
                    .item(QueueStates.of(keys.state(CLOSED), CLOSED, QueueStates.OPENING, 0, NOW)));
    assertThat(closedLanes()).isEmpty();
    assertThat(get(queues.reserve(CLOSED))).isEqualTo(new Absent());
    assertThat(get(queues.confirm(CLOSED, 1, Map.of()))).isEqualTo(new Absent());
    assertThat(get(queues.queues(CLOSED.part()))).hasSize(1);
    get(queues.hold(CLOSED, 0, NOW));
    assertThat(closedLanes()).containsExactly(LANE);
    assertThat(get(queues.reserve(CLOSED))).isEqualTo(new Held(1));
  }

  @Test
  void redriveCleansUpAfterAHolderThatDiedOnTheWay() {
    client()
        .putItem(
            request ->
                request
                    .tableName(LocalControlTable.NAME)
                    .item(QueueStates.of(keys.state(CLOSED), CLOSED, QueueStates.OPENING, 0, NOW)));
    assertThat(get(queues.state(CLOSED))).isEqualTo(new Held(0));
    assertThat(get(queues.close(CLOSED, CLOSING))).isEqualTo(CLOSING);
    assertThat(get(queues.release(CLOSED, CLOSING.by()))).isEqualTo(new Absent());
    assertThat(get(queues.queues(CLOSED.part()))).isEmpty();
  }

  @Test
  void flagIsUpAsLongAsAnyLaneOfItsPartIsClosed() {
    List<LaneKey> lanes = lanesOfOnePart(3);
    lanes.forEach(lane -> get(queues.hold(new QueueName.Lane(lane), 0, NOW)));
    for (LaneKey lane : lanes) {
      assertThat(head().lanes()).hasSize(1);
      QueueName queue = new QueueName.Lane(lane);
      get(queues.close(queue, CLOSING));
      get(queues.release(queue, CLOSING.by()));
    }
    assertThat(head().lanes()).isEmpty();
    assertThat(head().leaving()).isEmpty();
  }

  /** Several redrives release lanes of a part while a relay closes one of them again and again. */
  @Test
  void flagIsNeverLoweredWhileALaneIsClosed() {
    List<LaneKey> lanes = lanesOfOnePart(4);
    for (int round = 0; round < 60; round++) {
      String by = "redrive-" + round;
      List<CompletionStage<?>> underWay = new ArrayList<>();
      for (LaneKey lane : lanes.subList(1, lanes.size())) {
        QueueName queue = new QueueName.Lane(lane);
        get(queues.hold(queue, 0, NOW));
        get(queues.close(queue, new Closing(NOW, by)));
        underWay.add(queues.release(queue, by));
      }
      QueueName closing = new QueueName.Lane(lanes.get(0));
      underWay.add(queues.hold(closing, 0, NOW));
      underWay.forEach(LocalControlTable::get);
      assertThat(get(queues.view("shard", lanes)).closedLanes())
          .as("round " + round)
          .containsExactly(lanes.get(0));
      get(queues.close(closing, CLOSING));
      get(queues.release(closing, CLOSING.by()));
    }
  }

  /** It finds the flag up, and nobody who has announced to lower it. */
  @Test
  void flagStaysUpForALaneThatIsClosedJustBeforeItsLoweringIsAnnounced() {
    List<LaneKey> lanes = lanesOfOnePart(2);
    QueueName gone = new QueueName.Lane(lanes.get(0));
    get(queues.hold(gone, 0, NOW));
    client().deleteItem(request -> request.tableName(LocalControlTable.NAME).key(keys.state(gone)));

    flags.lowerIfUnused(
        Interposed.interrupted(
            client(),
            "updateItem",
            1,
            () -> get(queues.hold(new QueueName.Lane(lanes.get(1)), 0, NOW))),
        gone);

    assertThat(get(queues.view("shard", lanes)).closedLanes()).containsExactly(lanes.get(1));
    assertThat(head().leaving()).isEmpty();
  }

  /** One after the other, before either of its first two requests. */
  @Test
  void appendThatOthersOvertakeTwiceIsCounted() {
    get(queues.hold(PART, 0, NOW));
    Map<ParkReason, Integer> one = Map.of(ParkReason.BLOCKED, 1);
    DynamoDbClient overtaken =
        Interposed.interrupted(client(), "updateItem", 2, () -> get(queues.confirm(PART, 5, one)));

    assertThat(get(table.of(stream, overtaken).queues().confirm(PART, 5, one)))
        .isEqualTo(new Held(5));
    assertThat(counts()).isEqualTo(Map.of(ParkReason.BLOCKED, 2L));
  }

  private Map<ParkReason, Long> counts() {
    List<QueueSummary> held = get(queues.queues(PART.part()));
    assertThat(held).hasSize(1);
    return held.get(0).counts();
  }

  @Test
  void readsNoMoreThanItsCallerTakesWhateverAPageHolds() {
    for (int append = 1; append <= 5; append++) {
      get(queues.put(PART, append, List.of(blocked(LANE, append))));
    }
    QueueTable inPages = table.of(stream, Interposed.inPages(client(), 2)).queues();
    for (int max = 1; max <= 6; max++) {
      assertThat(get(inPages.read(PART, Optional.empty(), OptionalLong.empty(), max)))
          .hasSize(Math.min(max, 5));
    }
  }

  @Test
  void flagStaysUpForWhoeverObjectsInTime() {
    get(queues.hold(CLOSED, 0, NOW));
    String flag = QueueKeys.flag("billing", CLOSED.part());
    String longer = flag + "0#another part's";
    client()
        .updateItem(
            request ->
                request
                    .tableName(LocalControlTable.NAME)
                    .key(keys.head())
                    .updateExpression("ADD leaving :leaving")
                    .expressionAttributeValues(
                        Map.of(
                            ":leaving", AttributeValue.fromSs(List.of(flag + "#other", longer)))));
    flags.raise(client(), CLOSED);
    assertThat(head().leaving()).containsExactly(longer);
    assertThat(head().lanes()).hasSize(1);
  }

  @Test
  void streamsOfOneTableKnowNothingOfEachOther() {
    get(queues.hold(PART, 0, NOW));
    get(queues.hold(CLOSED, 0, NOW));
    get(queues.put(PART, 1, List.of(blocked(LANE, 1))));
    QueueTable others = table.of(stream + "2").queues();
    assertThat(get(others.view("shard", List.of(LANE))).held()).isEmpty();
    assertThat(get(others.queues(PART.part()))).isEmpty();
    assertThat(read(others)).isEmpty();
  }

  @Test
  void largestRecordIsASegmentByItselfBetweenOthers() {
    ParkedEvent large = incompressible(2, 388_000);
    get(queues.put(PART, 1, List.of(blocked(LANE, 1), large, blocked(LANE, 3))));
    List<Segment> segments = read(queues);
    assertThat(positions(segments)).containsExactly(1L, 2L, 3L);
    assertThat(segments).hasSize(3);
  }

  @Test
  void whatNoItemCanHoldIsSaidOnceAndNothingOfTheAppendIsStored() {
    ParkedEvent tooLarge = incompressible(2, 410_000);
    assertThatExceptionOfType(UnparkableException.class)
        .isThrownBy(() -> get(queues.put(PART, 1, List.of(blocked(LANE, 1), tooLarge))))
        .withMessageContaining("deflated");
    assertThat(read(queues)).isEmpty();
  }

  @Test
  void segmentsThatPeopleDeleteAreNotMissed() {
    get(queues.hold(PART, 0, NOW));
    get(queues.put(PART, 1, List.of(blocked(LANE, 1), blocked(LANE, 2))));
    get(queues.confirm(PART, 1, Map.of(ParkReason.BLOCKED, 2)));
    Segment segment = read(queues).get(0);
    client()
        .deleteItem(
            request -> request.tableName(LocalControlTable.NAME).key(keys.segment(segment)));
    assertThat(read(queues)).isEmpty();
    get(queues.replace(segment, List.of(blocked(LANE, 2))));
    assertThat(counts()).as("nothing was replaced").isEqualTo(Map.of(ParkReason.BLOCKED, 2L));
    get(queues.close(PART, CLOSING));
    assertThat(get(queues.release(PART, CLOSING.by()))).isEqualTo(new Absent());
    assertThat(get(queues.view("shard", List.of(LANE))).held()).isEmpty();
  }

  @Test
  void namesWithSeparatorsAreKeptApart() {
    LaneKey odd = new LaneKey("a#b%23", "Order#ä#1");
    QueueName part = QueueName.Part.of(odd);
    get(queues.hold(part, 0, NOW));
    get(queues.hold(new QueueName.Lane(odd), 0, NOW));
    assertThat(get(queues.view("shard", List.of(odd))).held())
        .containsExactly((QueueName.Part) part);
    assertThat(get(queues.view("shard", List.of(odd))).closedLanes()).containsExactly(odd);
    assertThat(get(queues.view("shard", List.of(new LaneKey("a", "Order#ä#1")))).closedLanes())
        .isEmpty();
    assertThat(get(queues.queues(part.part())))
        .extracting(summary -> summary.queue())
        .containsExactlyInAnyOrder(part, new QueueName.Lane(odd));
  }

  /** Whatever their names are, and in which order DynamoDB returns them. */
  @Test
  void severalQueuesAreReadTogetherAsTheyAreReadAlone() {
    List<QueueName> some = new ArrayList<>(List.of(PART, new QueueName.Single("a#b%23", 3)));
    for (int i = 0; i < 48; i++) {
      some.add(new QueueName.Lane(new LaneKey("a'b\"", "Order#ä" + i)));
    }
    for (int append = 1; append <= 3; append++) {
      for (QueueName queue : some.subList(0, 49)) {
        get(queues.put(queue, append, List.of(blocked(LANE, append))));
      }
    }

    Map<QueueName, Stream<Segment>> read = get(table.of(stream).segments(some)).orElseThrow();

    assertThat(read).hasSize(50);
    some.forEach(
        queue ->
            assertThat(read.get(queue))
                .containsExactlyElementsOf(
                    get(queues.read(queue, Optional.empty(), OptionalLong.empty(), 99))));
    some.add(CLOSED);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> table.of(stream).segments(some));
  }

  @Test
  void queuesThatAreTooLargeTogetherAreNotHeldInMemory() {
    for (int append = 1; append <= 24; append++) {
      get(queues.put(PART, append, List.of(incompressible(append, 388_000))));
    }

    assertThat(get(table.of(stream).segments(List.of(PART, CLOSED)))).isEmpty();
  }

  private static List<Segment> read(QueueTable queues) {
    return get(queues.read(PART, Optional.empty(), OptionalLong.empty(), 99));
  }

  private Collection<LaneKey> closedLanes() {
    return get(queues.view("shard", List.of(LANE))).closedLanes();
  }

  private HeadItem head() {
    return HeadItem.of(
        client()
            .getItem(
                request ->
                    request.tableName(LocalControlTable.NAME).key(keys.head()).consistentRead(true))
            .item());
  }

  private static DynamoDbClient client() {
    return table.client();
  }

  private static List<LaneKey> lanesOfOnePart(int number) {
    List<LaneKey> lanes = new ArrayList<>();
    for (int i = 0; lanes.size() < number; i++) {
      LaneKey lane = new LaneKey("billing", "Order#" + i);
      if (QueueName.partOf(lane) == CLOSED.part()) {
        lanes.add(lane);
      }
    }
    return lanes;
  }

  private static ParkedEvent incompressible(long position, int bytes) {
    byte[] data = new byte[bytes];
    new Random(7).nextBytes(data);
    ParkedEvent event = blocked(LANE, position);
    return new ParkedEvent(
        event.place(),
        event.cause(),
        event.attempts(),
        Item.builder().put("data", Attribute.binary(data)).build(),
        Set.of());
  }
}
