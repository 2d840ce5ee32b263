package io.github.dynamooutbox.architecture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.InvalidTransactionException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the relay cannot publish as JSON is refused at commit, and nothing else is. */
class PublishablePayloadsTest {

  static Stream<Payload> payloads() {
    Stream<String> texts =
        Stream.of(
            "{}",
            " [1, 2.5e-3, true, null, \"\\u00e4\"] ",
            "\"\uD83D\uDE00\"",
            "7",
            "[".repeat(990) + "]".repeat(990),
            "",
            " ",
            "{",
            "{} {}",
            "1 2",
            "[1,]",
            "{\"a\":01}",
            "{'a':1}",
            "NaN",
            "tru",
            "\"a",
            "\"a\nb\"",
            "/* */ {}",
            "\uFEFF{}",
            "\"\uD83D\"",
            "\"\uDE00\uD83D\"");
    Stream<byte[]> bytes =
        Stream.of(
            "{\"a\":\"\u00e4\"}".getBytes(UTF_8),
            "\uFEFF{}".getBytes(UTF_8),
            "{".getBytes(UTF_8),
            "\"\u00e4\"".getBytes(ISO_8859_1),
            "{}".getBytes(UTF_16BE),
            new byte[] {'"', (byte) 0xED, (byte) 0xA0, (byte) 0xBD, '"'});
    return Stream.concat(texts.map(Payload::of), bytes.map(Payload::of));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void writerAndRelayAgree(Payload payload) {
    assertThat(isCommitted(payload)).isEqualTo(isPublished(payload));
  }

  private static boolean isCommitted(Payload payload) {
    Event event =
        payload.fold(
            text -> Event.ofJson("OrderPlaced", text.text()),
            binary -> Event.ofBytes("OrderPlaced", binary.toBytes(), SampleEnvelope.JSON),
            reference -> {
              throw new IllegalArgumentException("a caller has the payload");
            });
    InMemoryOutbox outbox = InMemoryOutbox.of("orders", "/shop/orders");
    try {
      outbox.outbox().transaction().events(Aggregate.of("Order", "42"), event).commit();
    } catch (InvalidTransactionException e) {
      return false;
    }
    assertThat(outbox.events()).singleElement().extracting("payload").isEqualTo(payload);
    return true;
  }

  private static boolean isPublished(Payload payload) {
    try {
      return CloudEventJson.render(SampleEnvelope.of("42", SampleEnvelope.TIME, Map.of(), payload))
              .length
          > 0;
    } catch (RefusedEvent e) {
      return false;
    }
  }
}
