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
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
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
  private static final String DEFLATED =
      "01789c63660af0660ce6f70f0d71f28f50f62f4a492d523631622c63f463346449492c4964746262f80f00ac6a"
          + "0967";
  private static final String AHEAD =
      "01789c63624d2c4dc92c614e2a2d6662e014700e93ead0349f7f9adf3f34c4c93f42d9bf2825b548d9c448d800"
          + "03983332303232020023ba0ed2";
  private static final String RECEIPT =
      "0101036275730200000103652d3201000101890a5dac96774bbcceb302099a80580103652d31";

  private static final ParkedEvent PARKED =
      new ParkedEvent(
          new Place(LANE, POSITION, RECORD, 1),
          new Cause(ParkReason.REJECTED, "TOO_LARGE", "300000 bytes, 262144 allowed"),
          new Attempts(3, FIRST, LAST),
          Item.builder()
              .put("PK", "OUTBOX#Order#42")
              .put("v", 1)
              .put("data", Attribute.binary(new byte[] {0, -1}))
              .build(),
          Set.of("0/bus"));

  private static final Map<String, AttributeValue> PARKED_ITEM =
      Map.ofEntries(
          Map.entry("position", text("300000000000000499659")),
          Map.entry("index", number("1")),
          Map.entry("recordPK", text("OUTBOX#Order#42")),
          Map.entry("recordSK", text("0000000000000000007")),
          Map.entry("reason", text("REJECTED")),
          Map.entry("code", text("TOO_LARGE")),
          Map.entry("message", text("300000 bytes, 262144 allowed")),
          Map.entry("attempts", number("3")),
          Map.entry("firstAt", number("1795000000123")),
          Map.entry("lastAt", number("1795000060456")),
          Map.entry("published", AttributeValue.fromSs(List.of("0/bus"))),
          Map.entry(
              "record",
              AttributeValue.fromM(
                  Map.of(
                      "PK", text("OUTBOX#Order#42"),
                      "v", number("1"),
                      "data", AttributeValue.fromB(SdkBytes.fromByteArray(bytes("00ff")))))));

  @Test
  void parkedEvent() {
    assertThat(ParkedItems.of(Map.of(), PARKED)).isEqualTo(PARKED_ITEM);
    assertThat(ParkedItems.eventOf(LANE, PARKED_ITEM)).isEqualTo(PARKED);
  }

  @Test
  void parkedEventWithACompressedCopy() {
    Map<String, AttributeValue> item = new HashMap<>(PARKED_ITEM);
    item.remove("record");
    item.put("recordDeflated", AttributeValue.fromB(SdkBytes.fromByteArray(bytes(DEFLATED))));

    assertThat(ParkedItems.eventOf(LANE, item)).isEqualTo(PARKED);
  }

  @Test
  void stateOfAClosedLane() {
    Map<String, AttributeValue> item =
        Map.of(
            "target", text("bus"),
            "aggregate", text("Order#42"),
            "count", number("2"),
            "reason", text("BLOCKED"),
            "since", number("1795000000123"));
    assertThat(LaneItems.laneOf(item))
        .isEqualTo(new ParkedLane(LANE, 2, ParkReason.BLOCKED, FIRST));
  }

  @Test
  void keys() {
    assertThat(KEYS.parked(PARKED.place()))
        .isEqualTo(key("orders#LANE#bus#Order#42", "EVENT#" + PADDED + "#6c1271413bce7124#000001"));
    assertThat(KEYS.lane(LANE)).isEqualTo(key("orders#LANE#bus#Order#42", "LANE"));
    assertThat(KEYS.closed(LANE)).isEqualTo(key("orders#CLOSED", "cd133f97#bus#Order#42"));
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
    Receipt receipt =
        new Receipt(
            FIRST,
            Map.of("bus", List.of("01890a5d-ac96-774b-bcce-b302099a8058", "e-1")),
            List.of("e-2"));

    assertThat(ReceiptCodec.encode(receipt)).containsExactly(bytes(RECEIPT));
    assertThat(ReceiptCodec.decode(FIRST, bytes(RECEIPT))).hasValue(receipt);
  }

  private static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("PK", text(partition), "SK", text(sort));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(String number) {
    return AttributeValue.fromN(number);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }
}
