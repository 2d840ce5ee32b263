package io.github.dynamooutbox.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ParkedItemsReportTest {
  @Test
  void aRecordThatCannotBeReadIsShownWithAllThatItHas() {
    Instant now = Instant.parse("2026-11-26T10:00:00Z");
    Item item =
        Item.builder()
            .put("PK", "OUTBOX#7")
            .put("payload", "{\"total\":1}")
            .put("published", Attribute.bool(false))
            .put("bytes", Attribute.binary(new byte[] {1, 2}))
            .put("nothing", Attribute.nullValue())
            .put("count", 3)
            .put(
                "list", Attribute.list(List.of(Attribute.map(Item.of("a", Attribute.string("b"))))))
            .put("texts", Attribute.stringSet(List.of("x")))
            .put("numbers", Attribute.numberSet(List.of("1")))
            .put("binaries", Attribute.binarySet(List.of(new byte[] {3})))
            .build();
    ParkedEvent event =
        new ParkedEvent(
            new Place(
                new LaneKey(LaneKey.ALL_TARGETS, "7"),
                new StreamPosition("1"),
                new RecordKey("OUTBOX#7", "1"),
                ParkedEvent.WHOLE_RECORD),
            new Cause(ParkReason.MALFORMED, "MALFORMED", "v: found nothing, expected N"),
            new Attempts(0, now, now),
            item,
            Set.of());

    assertThat(
            new ParkedItemsReport(
                    List.of(event), new RecordCodec(OutboxSchema.defaults()), false, "")
                .json()
                .at("/events/0/item")
                .toString())
        .isEqualTo(
            "{\"PK\":{\"S\":\"OUTBOX#7\"},\"binaries\":{\"BS\":[\"Aw==\"]},"
                + "\"bytes\":{\"B\":\"AQI=\"},\"count\":{\"N\":\"3\"},"
                + "\"list\":{\"L\":[{\"M\":{\"a\":{\"S\":\"b\"}}}]},"
                + "\"nothing\":{\"NULL\":true},\"numbers\":{\"NS\":[\"1\"]},"
                + "\"payload\":{\"S\":\"{\\\"total\\\":1}\"},"
                + "\"published\":{\"BOOL\":false},\"texts\":{\"SS\":[\"x\"]}}");
  }
}
