package io.github.dynamooutbox.aws.internal.render;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.cloudevents.jackson.JsonFormat;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloudEventJsonTest {
  @Test
  void writesAttributesInAFixedOrderAndThePayloadLast() throws RefusedEvent {
    assertThat(text(Samples.full()))
        .isEqualTo(
            "{\"specversion\":\"1.0\",\"id\":\"0193-1\",\"source\":\"/shop/orders\","
                + "\"type\":\"OrderPlaced\",\"time\":\"2026-11-21T10:15:30.120Z\","
                + "\"datacontenttype\":\"application/json\","
                + "\"dataschema\":\"https://schemas.example/order\",\"subject\":\"42\","
                + "\"partitionkey\":\"Order#42\",\"aggregatetype\":\"Order\","
                + "\"sequence\":\"0000000000000000007.000000\","
                + "\"traceparent\":\"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\","
                + "\"tracestate\":\"vendor=1\",\"correlationid\":\"corr-1\","
                + "\"causationid\":\"cause-1\",\"tenant\":\"tenant-1\",\"user\":\"user-1\","
                + "\"channel\":\"web\",\"data\":{\"total\": 1.50}}");
  }

  @Test
  void saysHowManyEventsTheRecordHasWhereItIsMoreThanOne() throws RefusedEvent {
    assertThat(new String(CloudEventJson.render(Samples.plain().sequence(7).envelope(1)), UTF_8))
        .contains("\"sequence\":\"0000000000000000007.000001\",\"sequencecount\":\"2\",");
    assertThat(new String(CloudEventJson.render(Samples.plain().envelope(1)), UTF_8))
        .doesNotContain("sequencecount");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\" : 1.000, \"a\":2}",
        " [ 1 ,\t2\n] ",
        "1e400",
        "\"text \\u00e4 \\/\"",
        "null",
        "true",
        "123456789012345678901234567890"
      })
  void embedsJsonByteForByte(String json) throws RefusedEvent {
    assertThat(text(Samples.plain().data("application/json", json)))
        .endsWith(",\"data\":" + json + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/vnd.shop.order+json",
        "APPLICATION/JSON; charset=UTF-8",
        "text/json",
        "application/json ;v=1"
      })
  void knowsJsonByItsContentType(String contentType) throws RefusedEvent {
    assertThat(text(Samples.plain().data(contentType, "[1]"))).endsWith("\"data\":[1]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"a\":1}}",
        "{} {}",
        "secret",
        "{\"a\":01}",
        "\uFEFF{}",
        "[1,]",
        "\"a",
        "1 2",
        "tru"
      })
  void refusesMalformedJsonWithoutQuotingIt(String json) {
    assertThatThrownBy(() -> text(Samples.plain().data("application/json", json)))
        .isInstanceOfSatisfying(
            RefusedEvent.class, e -> assertThat(e.code()).isEqualTo("MALFORMED_JSON"))
        .hasMessageNotContaining("secret");
  }

  @Test
  void embedsDeepJson() throws RefusedEvent {
    String deep = "[".repeat(5000) + "]".repeat(5000);
    assertThat(text(Samples.plain().data("application/json", deep))).contains(deep);
  }

  @Test
  void embedsJsonThatWasCommittedAsBytes() throws RefusedEvent {
    byte[] json = "{\"name\":\"J\u00fcrgen\"}".getBytes(UTF_8);
    assertThat(text(Samples.plain().data("application/json", json)))
        .endsWith("\"data\":{\"name\":\"J\u00fcrgen\"}}");
  }

  @Test
  void refusesBytesThatOnlyClaimToBeJson() {
    byte[] utf16 = "{}".getBytes(java.nio.charset.StandardCharsets.UTF_16BE);
    byte[] latin1 = {'"', (byte) 0xE4, '"'};
    for (byte[] bytes : new byte[][] {utf16, latin1}) {
      assertThatThrownBy(() -> text(Samples.plain().data("application/json", bytes)))
          .isInstanceOfSatisfying(
              RefusedEvent.class, e -> assertThat(e.code()).isEqualTo("MALFORMED_JSON"));
    }
  }

  @Test
  void writesOtherTextAsAString() throws RefusedEvent {
    assertThat(text(Samples.plain().data("text/plain", "a\"b\n{")))
        .endsWith("\"data\":\"a\\\"b\\n{\"}");
  }

  @Test
  void writesBytesAsBase64() throws RefusedEvent {
    assertThat(text(Samples.plain().data("application/avro", new byte[] {0, -1, 7})))
        .endsWith("\"data_base64\":\"AP8H\"}");
  }

  @Test
  void headersWinOverTheRecordsContext() throws RefusedEvent {
    CloudEvent event = parse(Samples.full().headers(Map.of("tenant", "other")));
    assertThat(event.getExtension("tenant")).isEqualTo("other");
    assertThat(event.getExtension("user")).isEqualTo("user-1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id",
        "data",
        "sequence",
        "previous",
        "partitionkey",
        "Upper",
        "",
        "with-dash",
        "\u00e4"
      })
  void refusesHeadersThatAreNoExtensions(String name) {
    assertThatThrownBy(() -> text(Samples.plain().headers(Map.of(name, "x"))))
        .isInstanceOfSatisfying(
            RefusedEvent.class, e -> assertThat(e.code()).isEqualTo("INVALID_HEADER"));
  }

  @Test
  void carriesThePreviousStateAsText() throws RefusedEvent {
    String before = "{\"total\": 1}";
    assertThat(parse(Samples.plain().previous(Payload.of(before))).getExtension("previous"))
        .isEqualTo(before);
    Payload asBytes = Payload.of(before.getBytes(UTF_8));
    assertThat(parse(Samples.plain().previous(asBytes)).getExtension("previous")).isEqualTo(before);
  }

  @Test
  void carriesPreviousBytesAsBase64() throws RefusedEvent {
    CloudEvent event =
        parse(
            Samples.plain()
                .data("application/avro", new byte[] {1})
                .previous(Payload.of(new byte[] {0, -1, 7})));
    assertThat(event.getExtension("previousbase64")).isEqualTo("AP8H");
    assertThat(event.getExtension("previous")).isNull();
  }

  /**
   * An attribute of CloudEvents has no control characters, and JSON over several lines has some.
   */
  @Test
  void carriesAPreviousStateWithControlCharactersAsBase64() throws RefusedEvent {
    String before = "{\n  \"total\": 1\n}";
    CloudEvent event = parse(Samples.plain().previous(Payload.of(before)));
    assertThat(event.getExtension("previousbase64"))
        .isEqualTo(Base64.getEncoder().encodeToString(before.getBytes(UTF_8)));
    assertThat(event.getExtension("previous")).isNull();
  }

  @Test
  void carriesEveryCharacterOfAPreviousState() throws RefusedEvent {
    for (int c = 0; c <= 0x100; c++) {
      String before = "a" + Character.toString(c);
      CloudEvent event =
          parse(Samples.plain().data("text/plain", "b").previous(Payload.of(before)));
      boolean isControl = c < 0x20 || (c >= 0x7f && c < 0xa0);
      assertThat(event.getExtension(isControl ? "previousbase64" : "previous"))
          .as("U+%04X", c)
          .isEqualTo(
              isControl ? Base64.getEncoder().encodeToString(before.getBytes(UTF_8)) : before);
    }
  }

  @Test
  void refusesATimeThatRfc3339CannotWrite() {
    assertThatThrownBy(() -> text(Samples.plain().time(Instant.ofEpochMilli(Long.MAX_VALUE))))
        .isInstanceOfSatisfying(
            RefusedEvent.class, e -> assertThat(e.code()).isEqualTo("INVALID_TIME"));
  }

  @Test
  void refusesJsonWithHalfASurrogatePair() {
    assertThatThrownBy(() -> text(Samples.plain().data("application/json", "\"secret \ud83d\"")))
        .isInstanceOfSatisfying(
            RefusedEvent.class, e -> assertThat(e.code()).isEqualTo("MALFORMED_TEXT"))
        .hasMessageNotContaining("secret");
  }

  @Test
  void escapesHalfASurrogatePairInOtherText() throws RefusedEvent {
    assertThat(text(Samples.plain().data("text/plain", "\ud83d!")))
        .endsWith("\"data\":\"\\uD83D!\"}");
  }

  private static String text(Samples sample) throws RefusedEvent {
    return new String(CloudEventJson.render(sample.envelope()), UTF_8);
  }

  private static CloudEvent parse(Samples sample) throws RefusedEvent {
    return new JsonFormat().deserialize(CloudEventJson.render(sample.envelope()));
  }
}
