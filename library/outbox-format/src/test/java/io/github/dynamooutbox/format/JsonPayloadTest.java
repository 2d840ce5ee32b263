package io.github.dynamooutbox.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPayloadTest {
  private static final JsonFactory JACKSON = new JsonFactory();

  private static JsonPayload.WellFormed read(Payload payload) {
    return JsonPayload.of(payload).orElseThrow(IllegalArgumentException::new);
  }

  private static boolean isJson(String text) {
    return JsonPayload.of(Payload.of(text)) instanceof JsonPayload.WellFormed;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " \t\r\n{ \"a\" : [ ] , \"\" : { } }\n",
        "[1,-0,0.5,-12.25e+3,1E9,1e-0]",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\uABCD \u007F \u00E4 \uD83D\uDE00\"",
        "true",
        "false",
        "null",
        "0",
        "{\"a\":1,\"a\":2}"
      })
  void takesAllOfTheGrammar(String json) {
    assertThat(read(Payload.of(json)).text()).isEqualTo(json);
    assertThat(read(Payload.of(json.getBytes(UTF_8))).text()).isEqualTo(json);
    assertThat(read(Payload.of(json)).isObject()).isEqualTo(json.strip().startsWith("{"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "''|is empty",
        "' '|is empty",
        "{}{}|has content after its first value",
        "1 2|has content after its first value",
        "{\"a\":}|fails at character 5",
        "{\"a\":1,}|fails at character 7",
        "{a:1}|fails at character 1",
        "{\"a\" 1}|fails at character 5",
        "{,}|fails at character 1",
        "[1,]|fails at character 3",
        "[1 2]|fails at character 3",
        "[1}|fails at character 2",
        "[|fails at character 1",
        "{\"a\":1]|fails at character 6",
        "tru|fails at character 0",
        "-|fails at character 1",
        "1.|fails at character 2",
        "1e|fails at character 2",
        "1e+|fails at character 3",
        ".5|fails at character 0",
        "01|has content after its first value",
        "\"|fails at character 1",
        "\"\\x\"|fails at character 2",
        "\"\\u12g4\"|fails at character 5",
        "NaN|fails at character 0"
      })
  void reportsWhereJsonFails(String text, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Payload.of(text)))
        .withMessage(problem);
  }

  @Test
  void refusesControlCharactersInStrings() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(Payload.of("\"a\nb\"")))
        .withMessage("fails at character 2");
  }

  @Test
  void refusesAByteOrderMark() {
    for (Payload marked : List.of(Payload.of("\uFEFF{}"), Payload.of("\uFEFF{}".getBytes(UTF_8)))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> read(marked))
          .withMessage("starts with a byte order mark");
    }
  }

  @Test
  void refusesBytesThatAreNotUtf8() {
    for (byte[] bytes :
        List.of("\"\u00e4\"".getBytes(ISO_8859_1), new byte[] {'"', (byte) 0xFF, '"'})) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> read(Payload.of(bytes)))
          .withMessage("is not UTF-8");
    }
  }

  @Test
  void readsDeepJson() {
    int depth = 100_000;
    assertThat(isJson("[".repeat(depth) + "]".repeat(depth))).isTrue();
    assertThat(isJson("[".repeat(depth) + "]".repeat(depth - 1))).isFalse();
  }

  @Test
  void refusesAPayloadThatIsElsewhere() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(new Payload.Reference("s3://b/k", 2, "0".repeat(64), true)))
        .withMessage("is not in the record");
  }

  /**
   * Texts that differ from JSON in one character, or in none, are judged as Jackson judges them.
   */
  @Test
  void agreesWithJackson() {
    String seed =
        "{\"a\":[1,-2.5e+10,true,false,null,{}],\"b\\n\":{\"c\":\"d\\u00e4\",\"e\":[]},\"f\":0}";
    String characters = "{}[]\",:0123456789+-.eE\\utrfalsn \n\u0001\u00e4x";
    Random random = new Random(13);
    int wellFormed = 0;
    for (int i = 0; i < 50_000; i++) {
      StringBuilder text = new StringBuilder(seed);
      for (int changes = random.nextInt(3); changes > 0; changes--) {
        int at = random.nextInt(text.length());
        char c = characters.charAt(random.nextInt(characters.length()));
        switch (random.nextInt(3)) {
          case 0 -> text.setCharAt(at, c);
          case 1 -> text.insert(at, c);
          default -> text.deleteCharAt(at);
        }
      }
      String json = text.toString();
      boolean expected = jacksonReads(json);
      assertThat(isJson(json)).as(json).isEqualTo(expected);
      wellFormed += expected ? 1 : 0;
    }
    assertThat(wellFormed).isBetween(10_000, 40_000);
  }

  private static boolean jacksonReads(String json) {
    try (JsonParser parser = JACKSON.createParser(json)) {
      JsonToken first = parser.nextToken();
      parser.skipChildren();
      return first != null && parser.nextToken() == null;
    } catch (JsonProcessingException e) {
      return false;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
