package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.PayloadMessage;
import io.github.dynamooutbox.format.render.PublishedSize;
import io.github.dynamooutbox.format.render.QueueText;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The writer never underestimates what the relay renders: whatever Unicode is in payloads, previous
 * states, headers, types and ids. The seed decides everything.
 */
class EstimatedSizesTest {
  private static final int EVENTS = 400;
  private static final int LONGEST = 3_000;

  /** First and last code points of what renderers treat alike. */
  private static final int[][] RANGES = {
    {0x00, 0x1F},
    {0x20, 0x7E},
    {'"', '"'},
    {'\\', '\\'},
    {0x7F, 0x9F},
    {0xA0, 0x7FF},
    {0x800, 0xD7FF},
    {0xE000, 0xFFFD},
    {0xFFFE, 0xFFFF},
    {0x10000, 0x10FFFF},
    {0x1F600, 0x1F64F}
  };

  private final Random random;

  EstimatedSizesTest() {
    random = new Random(17);
  }

  private String text(int longest, boolean controls) {
    StringBuilder text = new StringBuilder();
    int kind = random.nextInt(RANGES.length + 3);
    for (int length = random.nextInt(longest); text.length() < length; ) {
      int[] range = RANGES[kind < RANGES.length ? kind : random.nextInt(RANGES.length)];
      int c = range[0] + random.nextInt(range[1] - range[0] + 1);
      text.appendCodePoint(!controls && Character.isISOControl(c) ? ' ' : c);
    }
    return text.toString();
  }

  private String name() {
    return text(40, false) + 'x';
  }

  private Payload payload(String contentType) {
    if (contentType.equals(SampleEnvelope.JSON)) {
      String string = text(LONGEST, false).replace("\\", "").replace("\"", "");
      String json = "{\"a\":\"" + string + "\"}";
      return random.nextBoolean()
          ? Payload.of(json)
          : Payload.of(json.getBytes(StandardCharsets.UTF_8));
    }
    return random.nextInt(3) == 0
        ? Payload.of(text(LONGEST, true).getBytes(StandardCharsets.UTF_16BE))
        : Payload.of(text(LONGEST, true));
  }

  private Envelope envelope() {
    String contentType = random.nextBoolean() ? SampleEnvelope.JSON : "text/plain";
    Map<String, String> headers = new HashMap<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      headers.put("h" + i, name());
    }
    OutboxEvent event =
        new OutboxEvent(
            name(),
            name(),
            SampleEnvelope.TIME,
            contentType,
            Optional.of("https://schemas/x"),
            payload(contentType),
            random.nextBoolean() ? Optional.of(payload(contentType)) : Optional.empty(),
            headers);
    AggregateKey aggregate = new AggregateKey(name().replace('#', '-'), name());
    Map<ContextAttribute, String> context = new HashMap<>();
    for (ContextAttribute attribute : ContextAttribute.all()) {
      if (random.nextBoolean()) {
        context.put(attribute, name());
      }
    }
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            OptionalLong.of(Long.MAX_VALUE),
            List.of(event),
            new CommitContext("/" + name(), SampleEnvelope.TIME, "eu-central-1", context),
            SampleEnvelope.TIME.plusSeconds(604_800),
            Item.empty());
    return new Envelope(
        new StreamPosition("100000000000000000001"),
        new RecordKey("OUTBOX#" + aggregate, "9223372036854775807"),
        record,
        0);
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void isNeverBelowWhatIsRendered() throws RefusedEvent {
    for (int i = 0; i < EVENTS; i++) {
      Envelope envelope = envelope();
      long estimate = PublishedSize.atMost(envelope.record(), envelope.index());
      String json = CloudEventJson.renderText(envelope).text();

      assertThat(estimate).as("event %d", i).isGreaterThanOrEqualTo(bytes(json));
      assertThat(estimate).as("event %d", i).isGreaterThanOrEqualTo(bytes(QueueText.escaped(json)));
      if (envelope.event().data().toBytes().length > 0) {
        assertThat(estimate)
            .as("event %d, bare", i)
            .isGreaterThanOrEqualTo(PayloadMessage.of(envelope, "SNS").bytes());
      }
    }
  }
}
