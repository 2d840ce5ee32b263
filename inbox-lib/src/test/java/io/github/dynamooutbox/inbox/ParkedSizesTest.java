package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** In how many items an event is parked. */
class ParkedSizesTest {
  private static final InboxKeys KEYS = new InboxKeys("c", OutboxSchema.defaults());

  private final TableFake table = new TableFake();

  @ParameterizedTest
  @CsvSource({"700, 0", "701, 1", "389120, 1", "389121, 2", "778240, 2"})
  void dependOnTheBytesOfItsFormOnly(int bytes, int parts) {
    ReceivedEvent event = ofForm(bytes);
    Inbox inbox =
        Inbox.builder(table)
            .table(TableFake.NAME)
            .consumer("c")
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .build();

    inbox.handle(event, tx -> {});

    OrderedEvent ordered = OrderedEvent.of(event);
    Map<String, AttributeValue> slot = table.item(KEYS.parked(ordered));
    assertThat(slot.get("parts").n()).isEqualTo(Integer.toString(parts));
    assertThat(slot.containsKey("data")).isEqualTo(parts == 0);
    for (int part = 0; part <= parts; part++) {
      assertThat(table.item(KEYS.part(ordered, part)).isEmpty()).isEqualTo(part == parts);
    }
  }

  /** A form is compressed, so the size of what it contains has to be found. */
  private static ReceivedEvent ofForm(int bytes) {
    int size = bytes * 3 / 4;
    for (int attempt = 0; attempt < 1_000; attempt++) {
      byte[] data = new byte[Math.max(1, size)];
      new Random(attempt).nextBytes(data);
      ReceivedEvent event =
          ReceivedEvent.of(Events.at(Events.order("1"), 2).attributes(), Payload.of(data));
      int length = ParkedForm.of(event).length;
      if (length == bytes) {
        return event;
      }
      size += (bytes - length) * 9 / 10;
    }
    throw new AssertionError("no event has a form of " + bytes + " bytes");
  }
}
