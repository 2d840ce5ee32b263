package io.github.dynamooutbox.format.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random events, rendered and measured, against what Jackson and the JDK write. */
class PublishedSizeTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> CHARACTERS =
      List.of(
          "a",
          "7",
          "/",
          " ",
          "!",
          "\"",
          "\\",
          "\b",
          "\t",
          "\n",
          "\f",
          "\r",
          "\u0000",
          "\u0001",
          "\u001f",
          "\u007f",
          "\u0085",
          "\u00e9",
          "\u2028",
          "\u20ac",
          "\ufeff",
          "\ufffe",
          "\uffff",
          "\ud83d\ude00",
          "\udbff\udfff");

  /** Everything that a Custom Event Bus, a Kafka record or a replay may add. */
  private static final long REQUEST = 768;

  private record Sample(OutboxRecord record) implements EventInRecord {
    @Override
    public int index() {
      return 0;
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
    }
    return text.toString();
  }

  /** Also what no writer commits: half a surrogate pair. */
  private static String content(Random random) {
    String text = text(random);
    return switch (random.nextInt(8)) {
      case 0 -> "\ude00" + text;
      case 1 -> text + "\ud83d";
      case 2 -> text + "\ud83d\ud83d\ude00\ude00" + text;
      default -> text;
    };
  }

  private static Optional<String> maybe(Random random) {
    return random.nextBoolean() ? Optional.of(text(random)) : Optional.empty();
  }

  private static Payload payload(Random random) {
    String text = random.nextBoolean() ? content(random) : "plain";
    return switch (random.nextInt(3)) {
      case 0 -> Payload.of(text);
      case 1 -> Payload.of(text.getBytes(StandardCharsets.UTF_8));
      default -> new Payload.Reference(text, 7, "0".repeat(64), random.nextBoolean());
    };
  }

  private static Payload state(Random random) {
    String text = content(random);
    return random.nextBoolean()
        ? Payload.of(text)
        : Payload.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Sample sample(Random random) {
    OutboxEvent event =
        new OutboxEvent(
            text(random),
            text(random),
            Instant.EPOCH,
            random.nextBoolean() ? "application/json" : text(random),
            maybe(random),
            payload(random),
            random.nextBoolean() ? Optional.of(state(random)) : Optional.empty(),
            random.nextBoolean() ? Map.of() : Map.of("a", text(random), "bcd", text(random)));
    CommitContext context = CommitContext.of(text(random), Instant.EPOCH, "eu-central-1");
    for (ContextAttribute attribute : ContextAttribute.all()) {
      context = random.nextBoolean() ? context.with(attribute, text(random)) : context;
    }
    OutboxRecord record =
        new OutboxRecord(
            new AggregateKey(text(random), text(random)),
            OptionalLong.empty(),
            List.of(event),
            context,
            Instant.EPOCH,
            Item.empty());
    return new Sample(record);
  }

  @Test
  void countsAndWritesEveryTextAsJacksonDoes() throws RefusedEvent {
    Random random = new Random(17);
    for (int i = 0; i < 1000; i++) {
      Sample sample = sample(random);
      if (isJson(sample) && hasHalf(sample.event().data())) {
        assertThatExceptionOfType(RefusedEvent.class)
            .as("event %d", i)
            .isThrownBy(() -> PublishedSize.atMost(sample.record(), 0))
            .withMessage("a text contains half a surrogate pair");
        continue;
      }
      String json = cloudEvent(sample);

      assertThat(PublishedSize.atMost(sample.record(), 0))
          .as("event %d", i)
          .isEqualTo(REQUEST + entry(sample) + utf8(escaped(json)));
      if (isJson(sample) && !isReference(sample)) {
        continue; // Random text is hardly ever JSON, which is checked before it is sent.
      }
      assertThat(CloudEventJson.renderText(sample)).isEqualTo(new JsonText(json, (int) utf8(json)));
      assertThat(CloudEventJson.render(sample)).asString(StandardCharsets.UTF_8).isEqualTo(json);
    }
  }

  /** Random text is no JSON, and is embedded with its control characters. */
  private static String escaped(String json) {
    return json.replace("\ufffe", "\\ufffe").replace("\uffff", "\\uffff");
  }

  /** Jackson writes half a surrogate pair as it is, which UTF-8 cannot express. */
  private static String withoutHalves(String json) {
    StringBuilder escaped = new StringBuilder();
    json.codePoints()
        .forEach(
            c -> {
              if (isHalf(c)) {
                escaped.append("\\u%04X".formatted(c));
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  private static boolean isHalf(int c) {
    return Character.getType(c) == Character.SURROGATE;
  }

  private static boolean hasHalf(Payload data) {
    return data.fold(
        text -> text.text().codePoints().anyMatch(PublishedSizeTest::isHalf),
        bytes -> false,
        reference -> false);
  }

  private static boolean isJson(Sample sample) {
    return sample.event().contentType().equals("application/json");
  }

  private static boolean isReference(Sample sample) {
    return sample.event().data().fold(text -> false, bytes -> false, reference -> true);
  }

  /** EventBridge counts the source and the type, Kinesis the key, and Kafka 7 bytes a header. */
  private static long entry(Sample sample) {
    return utf8(sample.record().context().source())
        + utf8(sample.event().type())
        + utf8(sample.record().aggregate().toString())
        + 7L * sample.event().headers().size();
  }

  private static String cloudEvent(Sample sample) {
    OutboxEvent event = sample.event();
    CommitContext context = sample.record().context();
    AggregateKey aggregate = sample.record().aggregate();
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", event.id());
    attributes.put("source", context.source());
    attributes.put("type", event.type());
    attributes.put("time", "1970-01-01T00:00:00.000Z");
    attributes.put("datacontenttype", event.contentType());
    event.schema().ifPresent(schema -> attributes.put("dataschema", schema));
    attributes.put("subject", aggregate.id());
    attributes.put("partitionkey", aggregate.type() + '#' + aggregate.id());
    attributes.put("aggregatetype", aggregate.type());
    for (ContextAttribute attribute : ContextAttribute.all()) {
      context.get(attribute).ifPresent(value -> attributes.put(attribute.cloudEventName(), value));
    }
    attributes.putAll(new TreeMap<>(event.headers()));
    String data =
        event
            .data()
            .fold(
                text -> ",\"data\":" + (isJson(sample) ? text.text() : json(text.text())),
                bytes ->
                    isJson(sample)
                        ? ",\"data\":" + new String(bytes.toBytes(), StandardCharsets.UTF_8)
                        : ",\"data_base64\":" + json(base64(bytes.toBytes())),
                reference -> {
                  attributes.put("dataref", reference.uri());
                  attributes.put("datareflength", "7");
                  attributes.put("datarefsha256", reference.sha256());
                  attributes.put("datareftype", reference.isText() ? "text" : "bytes");
                  return "";
                });
    event.previous().ifPresent(state -> putPrevious(attributes, state, isJson(sample)));
    String json = json(attributes);
    return json.substring(0, json.length() - 1) + data + '}';
  }

  private static void putPrevious(Map<String, String> attributes, Payload state, boolean isJson) {
    byte[] bytes = state.toBytes();
    boolean isBytes = state.fold(text -> false, binary -> !isJson, reference -> false);
    String text =
        state.fold(
            committed -> committed.text(),
            binary -> new String(bytes, StandardCharsets.UTF_8),
            reference -> reference.uri());
    if (isBytes || text.chars().anyMatch(Character::isISOControl)) {
      attributes.put("previousbase64", base64(bytes));
    } else {
      attributes.put("previous", text);
    }
  }

  private static String json(Object value) {
    try {
      return withoutHalves(JSON.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
