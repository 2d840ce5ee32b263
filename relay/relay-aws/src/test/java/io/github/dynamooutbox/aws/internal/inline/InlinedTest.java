package io.github.dynamooutbox.aws.internal.inline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InlinedTest {
  /** Not an Envelope by reflection: its index has to be that of one of its events. */
  private final Envelope envelope =
      new Envelope(
          DistinctValues.of(Envelope.class).position(),
          DistinctValues.of(Envelope.class).key(),
          DistinctValues.of(OutboxRecord.class),
          1);

  @Test
  void onlyThePayloadOfTheEventIsReplaced() {
    Payload payload = Payload.of(new byte[] {1, 2, 3});
    Envelope inlined = Inlined.with(envelope, payload);

    Map<String, Object> expected = DistinctValues.components(envelope.event());
    expected.put("data", payload);
    assertThat(DistinctValues.components(inlined.event())).isEqualTo(expected);

    List<OutboxEvent> events = new ArrayList<>(envelope.record().events());
    events.set(1, inlined.event());
    assertThat(inlined)
        .isEqualTo(
            new Envelope(
                envelope.position(), envelope.key(), envelope.record().withEvents(events), 1));
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, true, 1, 2", // instead of an empty object
    "text/plain, true, '\n', 1", // each of which is escaped
    "application/xml, true, '\n', 1",
    "text/csv, false, 1, 4", // in base64
    "application/avro, false, 1, 4"
  })
  void payloadTakesAsMuchAsIsAllowedForIt(
      String contentType, boolean isText, String content, int replaced) throws RefusedEvent {
    Envelope event = Samples.plain().data(contentType, "{}").envelope();
    for (int length = 1; length < 20; length++) {
      Payload.Reference reference =
          new Payload.Reference("s3://b/k", length, "0".repeat(64), isText);
      Envelope empty = Inlined.smallest(event, reference);
      byte[] payload = content.repeat(length).getBytes(StandardCharsets.UTF_8);
      assertThat(CloudEventJson.render(Inlined.with(event, reference.restored(payload))))
          .as("%d bytes", length)
          .hasSize(
              CloudEventJson.render(empty).length
                  - replaced
                  + (int) Inlined.bytes(event, reference));
    }
  }
}
