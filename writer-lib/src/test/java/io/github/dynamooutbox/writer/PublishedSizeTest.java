package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.internal.size.PublishedSize;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sizes of random events, against texts that Jackson and the JDK have written. */
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
          "\u20ac",
          "\ud83d\ude00");

  private record Sample(OutboxRecord record, OutboxEvent event) {}

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i >= 0; i--) {
      text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
    }
    return text.toString();
  }

  private static Optional<String> maybe(Random random) {
    return random.nextBoolean() ? Optional.of(text(random)) : Optional.empty();
  }

  private static Payload payload(Random random) {
    String text = random.nextBoolean() ? text(random) : "plain";
    return switch (random.nextInt(3)) {
      case 0 -> Payload.of(text);
      case 1 -> Payload.of(text.getBytes(StandardCharsets.UTF_8));
      default -> new Payload.Reference(text, 7, "0".repeat(64));
    };
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
            random.nextBoolean() ? Optional.of(payload(random)) : Optional.empty(),
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
    return new Sample(record, event);
  }

  @Test
  void countsEveryTextAsItIsWritten() {
    for (long seed = 0; seed < 1000; seed++) {
      Sample sample = sample(Rules.random(seed));

      assertThat(PublishedSize.atMost(sample.record(), sample.event()))
          .as("seed %d", seed)
          .isEqualTo(1024 + entry(sample) + cloudEvent(sample));
    }
  }

  /** EventBridge counts the time, 14 bytes, the source and the type; Kinesis counts the key. */
  private static long entry(Sample sample) {
    return 14
        + utf8(sample.record().context().source())
        + utf8(sample.event().type())
        + utf8(sample.record().aggregate().toString());
  }

  private static long cloudEvent(Sample sample) {
    OutboxEvent event = sample.event();
    CommitContext context = sample.record().context();
    AggregateKey aggregate = sample.record().aggregate();
    boolean isJson = event.contentType().equals("application/json");
    long texts =
        Stream.of(
                Stream.of(event.id(), event.type(), event.contentType(), context.source()),
                Stream.of(
                    aggregate.type(), aggregate.id(), aggregate.type() + '#' + aggregate.id()),
                event.schema().stream(),
                context.get(ContextAttribute.TRACEPARENT).stream(),
                context.get(ContextAttribute.TRACESTATE).stream(),
                context.get(ContextAttribute.CORRELATION_ID).stream(),
                context.get(ContextAttribute.CAUSATION_ID).stream(),
                context.get(ContextAttribute.TENANT).stream(),
                context.get(ContextAttribute.USER).stream(),
                event.headers().values().stream())
            .flatMap(all -> all)
            .mapToLong(PublishedSizeTest::json)
            .sum();
    long names = event.headers().keySet().stream().mapToLong(name -> name.length() + 13).sum();
    long previous = event.previous().map(state -> previous(state, isJson)).orElse(0L);
    return texts + names + data(event.data(), isJson) + previous;
  }

  private static long data(Payload data, boolean isJson) {
    return data.fold(
        text -> isJson ? utf8(text.text()) : json(text.text()),
        bytes -> isJson ? (long) bytes.size() : base64(bytes.toBytes()),
        reference -> json(reference.uri()));
  }

  private static long previous(Payload state, boolean isJson) {
    return state.fold(
        text -> attribute(text.text()),
        bytes ->
            isJson
                ? attribute(new String(bytes.toBytes(), StandardCharsets.UTF_8))
                : base64(bytes.toBytes()),
        reference -> json(reference.uri()));
  }

  /** No attribute of a CloudEvent has control characters. */
  private static long attribute(String text) {
    return text.chars().anyMatch(Character::isISOControl)
        ? base64(text.getBytes(StandardCharsets.UTF_8))
        : json(text);
  }

  private static long json(String text) {
    try {
      return utf8(JSON.writeValueAsString(text)) - 2;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static long base64(byte[] bytes) {
    return Base64.getEncoder().encode(bytes).length;
  }

  private static long utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
