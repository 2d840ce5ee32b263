package io.github.dynamooutbox.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaTypeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        "application/json ; charset=utf-8",
        "text/json",
        "application/vnd.orders.v2+json",
        "application/cloudevents+JSON; charset=utf-8"
      })
  void isJson(String contentType) {
    assertThat(MediaType.isJson(contentType)).isTrue();
    assertThat(MediaType.isText(contentType)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain, true",
    "text/plain;format=json, true",
    "text/plain; profile=a/json, true",
    "application/avro, false",
    "application/jsonl, false",
    "application/xjson, false",
    "application/octet-stream; of=application/json, false",
    "json, false",
    ";json, false",
    ";+json, false",
    "'', false"
  })
  void isNotJson(String contentType, boolean isText) {
    assertThat(MediaType.isJson(contentType)).isFalse();
    assertThat(MediaType.isText(contentType)).isEqualTo(isText);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/csv; charset=iso-8859-1",
        "text/csv",
        "Text/CSV;charset=\"windows-1252\"",
        "application/json"
      })
  void bytesThatAreNoUtf8StayTheBytesThatTheyAre(String contentType) {
    byte[] latin = "Gr\u00fc\u00dfe".getBytes(ISO_8859_1);
    assertThat(Payload.of(latin, contentType)).isEqualTo(Payload.of(latin));
    byte[] both = "\u00fc".getBytes(UTF_8);
    assertThat(Payload.of(both, contentType).toBytes()).isEqualTo(both);
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, true",
    "text/csv, true",
    "Text/csv; Charset=\"UTF-8\", true",
    "text/csv; charset=iso-8859-1, false",
    "application/avro, false"
  })
  void storedPayloadIsRestoredByItsMediaType(String contentType, boolean isText) {
    byte[] bytes = "Grüße".getBytes(UTF_8);
    assertThat(Payload.of(bytes, contentType))
        .isEqualTo(isText ? Payload.of("Grüße") : Payload.of(bytes));
  }
}
