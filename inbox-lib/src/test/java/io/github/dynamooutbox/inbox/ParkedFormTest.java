package io.github.dynamooutbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamooutbox.format.Payload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The stored form of parked events, which every later version has to read. */
class ParkedFormTest {
  private static final Map<String, String> ATTRIBUTES =
      Map.of("id", "1", "source", "/s\u00e4\ud800", "type", "T");

  private static final String GOLDEN =
      "\"attributes\":{\"id\":\"1\",\"source\":\"/s\\u00E4\\uD800\",\"type\":\"T\"}";

  private static byte[] zipped(String json) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(json.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static void assertForm(Payload data, String field) throws IOException {
    ReceivedEvent event = ReceivedEvent.of(ATTRIBUTES, data);
    String golden = '{' + GOLDEN + ',' + field + '}';

    assertThat(WholeEvent.of(ParkedForm.event(zipped(golden)))).isEqualTo(WholeEvent.of(event));
    byte[] form = ParkedForm.of(event);
    assertThat(WholeEvent.of(ParkedForm.event(form))).isEqualTo(WholeEvent.of(event));
    try (GZIPInputStream json = new GZIPInputStream(new ByteArrayInputStream(form))) {
      // The order of attributes is open.
      assertThat(new String(json.readAllBytes(), UTF_8))
          .hasSameSizeAs(golden)
          .endsWith(field + '}');
    }
  }

  @Test
  void everyKindOfPayload() throws IOException {
    String hash = "0123456789abcdef".repeat(4);
    assertForm(Payload.of("a\"\u0000"), "\"text\":\"a\\\"\\u0000\"");
    assertForm(Payload.of(new byte[] {0, -1, 7}), "\"binary\":\"AP8H\"");
    assertForm(
        new Payload.Reference("s3://b/k", 7, hash, true),
        "\"reference\":[\"s3://b/k\",\"7\",\"" + hash + "\",true]");
    assertForm(
        new Payload.Reference("s3://b/k", 7, hash, false),
        "\"reference\":[\"s3://b/k\",\"7\",\"" + hash + "\",false]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "{}", "{\"attributes\":{},\"secret\":1}"})
  void whatIsNotSuchAFormIsRefusedWithoutQuotingIt(String json) {
    assertThatIllegalStateException()
        .isThrownBy(() -> ParkedForm.event(zipped(json)))
        .withMessageStartingWith("a parked event is not in the form in which an inbox")
        .withMessageNotContaining("secret")
        .withNoCause();
  }
}
