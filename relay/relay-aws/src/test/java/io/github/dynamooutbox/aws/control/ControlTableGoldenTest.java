package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Items as an earlier version wrote them stay readable, and keys stay where other versions look for
 * them. Once released, the literals here do not change: see docs/compatibility.md.
 */
class ControlTableGoldenTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#42");
  private static final Instant FIRST = Instant.ofEpochMilli(1795000000123L);
  private static final Instant LAST = Instant.ofEpochMilli(1795000060456L);
  private static final RecordKey RECORD = new RecordKey("OUTBOX#Order#42", "0000000000000000007");
  private static final StreamPosition POSITION = new StreamPosition("300000000000000499659");
  private static final Keys KEYS = new Keys("orders");

  private static final String PADDED = "0000000000000000000300000000000000499659";
  private static final String CONTENT = "4bf5122f344554c5";
  private static final String SEGMENT =
      "02789c635463660af0660ce6f70f0d71f28f50f62f4a492d523631622c63f463346449492c4964746262"
          + "f8cfd4cbc89c545acc0193173536400126969666a696e8a6081b600073268e20572f57e7105717ce107fff"
          + "781fc72077571988690a499525a9c53a0a4666468626260a893939f9e5a929ccbff7dcfc34cf64c594bb40"
          + "928191d5401fe8100600336b3171";
  private static final String AHEAD =
      "01789c63624d2c4dc92c614e2a2d6662e014700e93ead0349f7f9adf3f34c4c93f42d9bf2825b548d9c448d800"
          + "03983332303232020023ba0ed2";
  private static final String RECEIPT =
      "0302036275730466656564010102000101000100014ee5e615d5a750e194b200c8ada59bb7d804";

  private static final Item ITEM =
      Item.builder()
          .put("PK", "OUTBOX#Order#42")
          .put("v", 1)
          .put("data", Attribute.binary(new byte[] {0, -1}))
          .build();

  /** Two events of one record, of which the second differs from the first in its index only. */
  @Test
  void segmentOfParkedEvents() {
    List<ParkedEvent> parked = List.of(parked(1), parked(2));
    assertThat(SegmentCodec.decode(bytes(SEGMENT))).isEqualTo(parked);
  }

  private static ParkedEvent parked(int index) {
    return new ParkedEvent(
        new Place(LANE, POSITION, RECORD, index),
        new Cause(ParkReason.REJECTED, "TOO_LARGE", "300000 bytes, 262144 allowed"),
        new Attempts(3, FIRST, LAST),
        ITEM,
        Set.of("0/bus"));
  }

  @Test
  void keysOfQueues() {
    QueueKeys queues = new QueueKeys(KEYS);
    QueueName part = new QueueName.Part("bus", 3);
    QueueName lane = new QueueName.Lane(LANE);
    QueueName single = new QueueName.Single("bus", 3);
    assertThat(queues.head()).isEqualTo(key("orders#HEAD", "HEAD"));
    assertThat(queues.circuits("shard-1")).isEqualTo(key("orders#CIRCUIT#shard-1", "CIRCUIT"));
    assertThat(queues.lease(3)).isEqualTo(key("orders#LEASE", "REDRIVE#03"));
    assertThat(queues.state(part)).isEqualTo(key("orders#STATE#3", "PART#bus"));
    assertThat(queues.state(lane))
        .isEqualTo(key("orders#STATE#8", "LANE#bus#cd133f97#bus#Order#42"));
    assertThat(queues.state(single)).isEqualTo(key("orders#STATE#3", "SINGLE#bus"));
    assertThat(queues.segment(part, 7, "abc", 1))
        .isEqualTo(key("orders#Q#PART#bus#3", "SEG#0000000000000000007#abc#000001"));
    assertThat(queues.segmentPartition(lane)).isEqualTo("orders#Q#LANE#bus#Order#42");
    assertThat(queues.segmentPartition(single)).isEqualTo("orders#Q#SINGLE#bus#3");
  }

  @Test
  void keys() {
    assertThat(KEYS.aheadPartition()).isEqualTo("orders#AHEAD");
    assertThat(Keys.ahead(POSITION, bytes("01"))).isEqualTo(PADDED + "#" + CONTENT);
    assertThat(KEYS.receiptPartition("2026112110", 3)).isEqualTo("orders#RECEIPT#2026112110#3");
    assertThat(Keys.receipt(FIRST, bytes("01"))).isEqualTo("001795000000123#" + CONTENT);
  }

  @Test
  void finishedAheadList() {
    assertThat(AheadCodec.decode(bytes(AHEAD)))
        .hasValue(
            List.of(
                new FinishedDelivery(POSITION, RECORD, 0, "audit"),
                new FinishedDelivery(POSITION, RECORD, 0, "bus")));
  }

  @Test
  void receipt() {
    Receipt.Handled handled =
        new Receipt.Handled(
            RECORD,
            1,
            "e-1",
            FIRST.minusMillis(300),
            Optional.of(Set.of("bus", "feed")),
            Set.of("bus"),
            Set.of("bus"));

    assertThat(ReceiptCodec.encode(new Receipt(FIRST, List.of(handled))))
        .containsExactly(bytes(RECEIPT));
    assertThat(ReceiptCodec.decode(FIRST, bytes(RECEIPT)).orElseThrow())
        .containsExactly(
            new StoredReceipt.Handled(
                EventMark.of(RECORD, FIRST.toEpochMilli() - 300, 1, "e-1"),
                FIRST.minusMillis(300),
                Optional.of(Set.of("bus", "feed")),
                Set.of("bus"),
                Set.of("bus")));
  }

  @Test
  void markOfADecision() {
    WayOut mark =
        new WayOut(
            "e#1",
            Optional.of(new WayOut.Origin(RECORD, 1)),
            "b#s",
            Optional.of("feed"),
            "ann",
            "too large",
            FIRST);
    Map<String, AttributeValue> item = decision();
    item.put("SK", text("b%23s#429c0fa5222d663c"));
    item.put("recordPK", text("OUTBOX#Order#42"));
    item.put("recordSK", text("0000000000000000007"));
    item.put("index", AttributeValue.fromN("1"));

    assertThat(DurableWaysOut.item(new QueueKeys(KEYS), mark)).isEqualTo(item);
    assertThat(DurableWaysOut.wayOut("e#1", item)).isEqualTo(mark);
  }

  /** As builds before 0.1.0 wrote it: it counts for every event with its id. */
  @Test
  void markOfADecisionWithoutThePositionOfItsEvent() {
    Map<String, AttributeValue> item = decision();
    item.put("SK", text("b%23s"));

    WayOut mark = DurableWaysOut.wayOut("e#1", item);

    assertThat(mark)
        .isEqualTo(
            new WayOut(
                "e#1", Optional.empty(), "b#s", Optional.of("feed"), "ann", "too large", FIRST));
    assertThat(mark.concerns(RECORD, 1)).isTrue();
    assertThat(mark.concerns(new RecordKey("OUTBOX#Order#43", "1"), 0)).isTrue();
  }

  @Test
  void loggedDecision() {
    LoggedDecision.Decision decision =
        new LoggedDecision.Decision(
            "ann",
            "outbox-cli/ann@host/1a2b3c4d",
            "discard",
            Optional.of("b#s"),
            "of Order#42",
            3,
            Optional.of("too large"));
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("PK", text("orders#DECISION#2026"));
    item.put("SK", text("001795000000123#c023583c6ea9762e"));
    item.put("at", AttributeValue.fromN("1795000000123"));
    item.put("by", text("ann"));
    item.put("run", text("outbox-cli/ann@host/1a2b3c4d"));
    item.put("command", text("discard"));
    item.put("target", text("b#s"));
    item.put("selection", text("of Order#42"));
    item.put("events", AttributeValue.fromN("3"));
    item.put("reason", text("too large"));
    item.put("ttl", AttributeValue.fromN("1829560000"));
    LoggedDecision begun = new LoggedDecision(FIRST, decision, Optional.empty());

    assertThat(DecisionLog.item(KEYS, begun)).isEqualTo(item);
    assertThat(DecisionLog.decision(item)).isEqualTo(begun);

    item.put("endedAt", AttributeValue.fromN("1795000060456"));
    item.put("ended", text("INCOMPLETE"));
    item.put("done", AttributeValue.fromN("2"));
    assertThat(DecisionLog.decision(item))
        .isEqualTo(
            new LoggedDecision(
                FIRST,
                decision,
                Optional.of(new LoggedDecision.Ended(LAST, "INCOMPLETE", OptionalLong.of(2)))));
  }

  private static Map<String, AttributeValue> decision() {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("PK", text("orders#OUT#e#1"));
    item.put("sentTo", text("feed"));
    item.put("by", text("ann"));
    item.put("reason", text("too large"));
    item.put("at", AttributeValue.fromN("1795000000123"));
    return item;
  }

  private static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("PK", text(partition), "SK", text(sort));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
