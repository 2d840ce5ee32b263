package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Greatest sizes are never below the real ones: a limit would be passed unseen. */
class LargestSizesTest {
  private static final OutboxSchema SCHEMA = OutboxSchema.defaults();
  private static final Instant LATE = Instant.parse("9999-12-31T23:59:59.999Z");
  private static final int CASES = 500;

  private final Random random = new Random(20_261_124);
  private final RecordCodec codec = new RecordCodec(SCHEMA);

  /** Of three bytes a character, which is the most; short ones leave the least room. */
  private String text() {
    return "\u20ac".repeat(1 + random.nextInt(3));
  }

  private Payload payload() {
    return switch (random.nextInt(3)) {
      case 0 -> Payload.of(text());
      case 1 -> Payload.of(new byte[random.nextInt(5)]);
      default -> new Payload.Reference(text(), Long.MAX_VALUE, "0".repeat(64));
    };
  }

  private List<OutboxEvent> events() {
    List<OutboxEvent> events = new ArrayList<>();
    for (int i = random.nextInt(20); i >= 0; i--) {
      events.add(
          new OutboxEvent(
              text(),
              text(),
              LATE,
              text(),
              Optional.of(text()),
              payload(),
              Optional.of(payload()),
              Map.of("a", text(), "b", text())));
    }
    return events;
  }

  @Test
  void ofRecords() {
    for (int i = 0; i < CASES; i++) {
      OutboxRecord record =
          new OutboxRecord(
              new AggregateKey(text(), text()),
              OptionalLong.of(Long.MAX_VALUE),
              events(),
              new OutboxRecord.CommitContext(
                  text(),
                  LATE,
                  text(),
                  Optional.of(text()),
                  Optional.of(text()),
                  Optional.of(text()),
                  Optional.of(text()),
                  Optional.of(text()),
                  Optional.of(text())),
              LATE,
              Item.empty());
      RecordKey key = codec.key(record.aggregate(), Long.MAX_VALUE);
      long exact = RecordSize.of(codec.encode(key, record));
      assertThat(LargestSizes.of(key, record, SCHEMA))
          .isBetween(exact, exact + 512 + 256L * record.events().size());
    }
  }

  @Test
  void ofMarkers() {
    CommandMarkers markers = new CommandMarkers(SCHEMA);
    for (int i = 0; i < CASES; i++) {
      List<CommandMarker.MarkedRecord> records = new ArrayList<>();
      for (int r = random.nextInt(20); r >= 0; r--) {
        AggregateKey aggregate = new AggregateKey(text(), text());
        records.add(
            new CommandMarker.MarkedRecord(
                aggregate,
                OptionalLong.of(Long.MAX_VALUE),
                codec.key(aggregate, text()),
                List.of(text(), text())));
      }
      CommandMarker marker = new CommandMarker("f".repeat(64), text(), LATE, records, LATE);
      RecordKey key = markers.key("/shop", text());
      long exact = RecordSize.of(markers.encode(key, marker));
      assertThat(LargestSizes.of(key, marker, SCHEMA))
          .isBetween(exact, exact + 1024 + 256L * records.size());
    }
  }
}
