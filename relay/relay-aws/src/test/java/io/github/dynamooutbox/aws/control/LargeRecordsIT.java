package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever is on the stream can be parked. */
class LargeRecordsIT {
  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private final ControlTable control = table.of("large");

  @Test
  void largestRecordWithLargestKeysCanBeParked() {
    String id = "é".repeat((FormatLimits.MAX_PARTITION_KEY_BYTES - "OUTBOX#Order#".length()) / 2);
    RecordKey key =
        new RecordKey("OUTBOX#Order#" + id, "s".repeat(FormatLimits.MAX_SORT_KEY_BYTES));
    LaneKey lane = new LaneKey("t".repeat(255), "Order#" + id);
    Place place =
        new Place(lane, new StreamPosition("9".repeat(40)), key, ParkedEvent.WHOLE_RECORD);
    Cause cause = new Cause(ParkReason.UNROUTABLE, "C".repeat(9_000), "ö".repeat(9_000));
    Item keys = Item.builder().put("PK", key.partition()).put("SK", key.sort()).build();
    int left = (int) (FormatLimits.MAX_RECORD_BYTES - RecordSize.of(keys) - "data".length());
    Item record =
        Item.builder()
            .put("PK", key.partition())
            .put("SK", key.sort())
            .put("data", Attribute.binary(new byte[left]))
            .build();
    assertThat(RecordSize.of(record)).isEqualTo(FormatLimits.MAX_RECORD_BYTES);

    ParkedEvent parked = parked(Parked.event(place, cause, record));
    assertThat(parked.item()).isEqualTo(record);
    assertThat(parked.place()).isEqualTo(place);
    assertThat(parked.cause().message()).isEqualTo("ö".repeat(512));
  }

  @Test
  void itemThatIsNoRecordCanBeParkedAsLargeAsItIs() {
    assertCanBeParked(
        Item.builder().put("PK", "OUTBOX#Order#9").put("text", "wörter ".repeat(51_000)).build());
  }

  @Test
  void itemThatIsNoRecordCanBeParkedAsDeepAsItIs() {
    Attribute value = Attribute.string("in the middle");
    for (int depth = 1; depth <= 31; depth++) {
      value = Attribute.map(Item.of("m", value));
      if (depth >= 30) {
        assertCanBeParked(Item.of("depth " + depth, value));
      }
    }
  }

  private void assertCanBeParked(Item item) {
    // DynamoDB itself stores it, so a stream can show it.
    table
        .client()
        .putItem(
            request -> {
              var stored = new HashMap<>(SdkItem.attributesOf(item));
              stored.putAll(Keys.of("as it is", "1"));
              request.tableName(LocalControlTable.NAME).item(stored);
            });
    LaneKey lane = new LaneKey(LaneKey.ALL_TARGETS, "Order#" + item.names());
    ParkedEvent sample = Parked.event(lane, 7, ParkedEvent.WHOLE_RECORD);
    ParkedEvent event = Parked.event(sample.place(), sample.cause(), item);
    assertThat(parked(event)).isEqualTo(event);
  }

  /** Parks an event, and returns what is read of it. */
  private ParkedEvent parked(ParkedEvent event) {
    QueueTable queues = control.queues();
    QueueName queue = new QueueName.Lane(event.place().lane());
    get(queues.hold(queue, 0, LocalControlTable.NOW));
    get(queues.put(queue, 1, List.of(event)));
    return get(queues.read(queue, Optional.empty(), OptionalLong.empty(), 1))
        .get(0)
        .events()
        .get(0);
  }
}
