package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is measured of JSON, and what its limits are. */
class JsonShapeTest {
  private static JsonShape of(String json) {
    JsonShape shape = shape(Payload.of(json));
    assertThat(shape(Payload.of(json.getBytes(StandardCharsets.UTF_8)))).isEqualTo(shape);
    return shape;
  }

  private static JsonShape shape(Payload payload) {
    return JsonPayload.of(payload).orElseThrow(IllegalArgumentException::new).shape();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "1|0|1|0|false",
        "[]|1|0|0|false",
        "{\"abc\":[{}],\"d\":-1.25e+10}|3|9|3|false",
        "[[],[[]],{\"\\u0041\":\"x\"}]|3|0|6|false",
        "9223372036854775807|0|19|0|false",
        "-9223372036854775808|0|20|0|false",
        "9223372036854775808|0|19|0|true",
        "-9223372036854775809|0|20|0|true",
        "[100000000000000000000,1]|1|21|0|true",
        "100000000000000000000.5|0|23|0|false",
        "100000000000000000000e1|0|23|0|false",
        "\"100000000000000000000\"|0|0|0|false"
      })
  void isMeasured(String json, int depth, int number, int name, boolean large) {
    assertThat(of(json)).isEqualTo(new JsonShape(depth, number, name, large));
  }

  @Test
  void limitsAreInclusive() {
    assertThat(new JsonShape(990, 1_000, 50_000, true).excess()).isEmpty();
    assertThat(new JsonShape(991, 1, 1, false).excess())
        .isEqualTo("is nested 991 levels deep; readers accept 990");
    assertThat(new JsonShape(1, 1_001, 1, false).excess())
        .isEqualTo("has a number of 1001 characters; readers accept 1000");
    assertThat(new JsonShape(1, 1, 50_001, false).excess())
        .isEqualTo("has a name of 50001 characters; readers accept 50000");
  }
}
