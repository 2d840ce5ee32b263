package io.github.dynamooutbox.relay.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rules match what the field of a pattern's name says, and no other field. */
class EventMetadataTest {
  /** What identifies an event or a trace, and what a payload says, is not for rules. */
  private static final Set<String> NOT_MATCHED = Set.of("id", "traceparent", "tracestate");

  @Test
  void everyTextOfAnEventAndItsContextIsThereUnderItsName() throws JsonProcessingException {
    OutboxRecord record = DistinctValues.of(OutboxRecord.class);
    assertMetadata(new Envelope(DistinctValues.of(Envelope.class).position(), key(), record, 1));
  }

  @Test
  void whatAnEventDoesNotHaveIsLeftOut() throws JsonProcessingException {
    OutboxEvent event =
        new OutboxEvent(
            "e-1",
            "Placed",
            Instant.EPOCH,
            "text/plain",
            Optional.empty(),
            Payload.of(""),
            Optional.empty(),
            Map.of());
    OutboxRecord record =
        new OutboxRecord(
            new AggregateKey("Order", "42"),
            OptionalLong.empty(),
            List.of(event),
            CommitContext.of("/shop", Instant.EPOCH, "eu-central-1"),
            Instant.EPOCH,
            Item.empty());
    assertMetadata(new Envelope(DistinctValues.of(Envelope.class).position(), key(), record, 0));
  }

  private static RecordKey key() {
    return DistinctValues.of(RecordKey.class);
  }

  private static void assertMetadata(Envelope envelope) throws JsonProcessingException {
    Map<String, Object> expected = new HashMap<>();
    putTexts(expected, envelope.event());
    putTexts(expected, envelope.record().context());
    envelope
        .record()
        .context()
        .attributes()
        .forEach((attribute, text) -> expected.put(attribute.itemName(), text));
    expected.keySet().removeAll(NOT_MATCHED);
    expected.put("aggregateType", envelope.record().aggregate().type());
    expected.put("aggregateId", envelope.record().aggregate().id());
    expected.put("headers", envelope.event().headers());

    assertThat(
            new ObjectMapper()
                .readValue(EventMetadata.of(envelope), new TypeReference<Map<String, Object>>() {}))
        .isEqualTo(expected);
  }

  private static void putTexts(Map<String, Object> texts, Record record) {
    DistinctValues.components(record)
        .forEach(
            (name, value) -> {
              Object content = value instanceof Optional<?> some ? some.orElse(null) : value;
              if (content instanceof String) {
                texts.put(name, content);
              }
            });
  }
}
