package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SegmentCodecTest {
  @Test
  void everyKindOfAttributeIsKept() {
    Item item =
        Item.builder()
            .put("S", Attribute.string("text"))
            .put("N", Attribute.number("12345678901234567890.5"))
            .put("B", Attribute.binary(new byte[] {1, 0, -1}))
            .put("BOOL", Attribute.bool(true))
            .put("NULL", Attribute.nullValue())
            .put("M", Attribute.map(Item.of("inner", Attribute.bool(false))))
            .put("L", Attribute.list(List.of(Attribute.string(""), Attribute.list(List.of()))))
            .put("SS", Attribute.stringSet(List.of("b", "a")))
            .put("NS", Attribute.numberSet(List.of("2", "1")))
            .put("BS", Attribute.binarySet(List.of(new byte[] {2}, new byte[] {1})))
            .build();
    assertIsKept(item);
  }

  @Test
  void itemTooLargeToBeReadableIsKept() {
    assertIsKept(Item.of("S", Attribute.string("x".repeat(FormatLimits.MAX_RECORD_BYTES))));
  }

  private static void assertIsKept(Item item) {
    ParkedEvent one = Parked.event(Parked.LANE, 7, 0);
    ParkedEvent event =
        new ParkedEvent(one.place(), one.cause(), one.attempts(), item, Set.of("0/bus"));
    byte[] form = Parked.form(event);
    assertThat(SegmentCodec.decode(form)).containsExactly(event);
  }
}
