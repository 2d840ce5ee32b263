package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.writer.internal.encode.CanonicalJson;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CanonicalJsonTest {
  private static void assertSame(String one, String other) {
    assertThat(CanonicalJson.of(one)).isEqualTo(CanonicalJson.of(other));
  }

  private static void assertDifferent(String one, String other) {
    assertThat(CanonicalJson.of(one)).isNotEqualTo(CanonicalJson.of(other));
  }

  @Test
  void orderOfMembersAndWhiteSpaceDoNotCount() {
    assertSame(
        "{\"a\":[1,{\"x\":true,\"y\":null}],\"b\":\"c\"}",
        " { \"b\" : \"c\", \"a\" : [ 1, { \"y\" : null, \"x\" : true } ] } ");
    assertSame("\"\\u0061\"", "\"a\"");
  }

  @Test
  void orderOfElementsCounts() {
    assertDifferent("[1,2]", "[2,1]");
  }

  @Test
  void valuesAndTheirTypesCount() {
    assertDifferent("{\"a\":1}", "{\"a\":2}");
    assertDifferent("{\"a\":1}", "{\"a\":\"1\"}");
    assertDifferent("{\"a\":null}", "{}");
    assertDifferent("[true]", "[\"true\"]");
    assertDifferent("[]", "{}");
    assertDifferent("[[1],2]", "[[1,2]]");
  }

  @Test
  void textCannotPassForStructure() {
    assertDifferent("{\"a\":\"b\",\"c\":\"d\"}", "{\"a\":\"b,1:c\\\"1:d\"}");
    assertDifferent("[\"a\",\"b\"]", "[\"a,\\\"1:b\"]");
  }

  @Test
  void whatIsNestedTooDeeplyCountsAsItIs() {
    String deep = "[".repeat(1001) + "]".repeat(1001);
    assertThat(CanonicalJson.of(deep)).isEqualTo(deep);
    assertThat(CanonicalJson.of(deep.substring(1, 2001))).hasSize(2999);
    String objects = "{\"a\":".repeat(1001) + "1" + "}".repeat(1001);
    assertThat(CanonicalJson.of(objects)).isEqualTo(objects);
    assertThat(CanonicalJson.of(objects.substring(5, objects.length() - 1)))
        .isEqualTo("{1:a".repeat(1000) + "1" + ",}".repeat(1000));
    String mixed = "[" + objects.substring(5, objects.length() - 1) + "]";
    assertThat(CanonicalJson.of(mixed)).isEqualTo(mixed);
  }

  /** Markers of earlier versions hold hashes of it. */
  @Test
  void formStaysWhatItIs() {
    assertThat(CanonicalJson.of("{\"b\": [\"\", 1.0], \"a\\n\": {\"longer than ten\": null}}"))
        .isEqualTo("{1:b[\"0:,1.0,],2:a\n{15:longer than tennull,},}");
    assertThat(CanonicalJson.of("[\"nine char\",\"exactly 10\",\"eleven char\"]"))
        .isEqualTo("[\"9:nine char,\"10:exactly 10,\"11:eleven char,]");
    assertThat(CanonicalJson.of("{\"a\":1,\"b\":2,\"a\":1}")).isEqualTo("{1:a1,1:a1,1:b2,}");
    assertThat(CanonicalJson.of("{\"a\":12,\"a\":1}")).isEqualTo("{1:a1,1:a12,}");
  }

  @Test
  void membersAreInOrderHoweverManyThereAre() {
    for (int members : List.of(2, 15, 16, 17, 18, 33, 2000)) {
      List<Integer> numbers = new ArrayList<>(IntStream.range(0, members).boxed().toList());
      String sorted =
          numbers.stream()
              .map(i -> i.toString().length() + ":" + i + i + ",")
              .sorted()
              .collect(Collectors.joining("", "{", "}"));
      Collections.shuffle(numbers, new Random(members));
      assertThat(
              CanonicalJson.of(
                  numbers.stream()
                      .map(i -> "\"" + i + "\":" + i)
                      .collect(Collectors.joining(",", "{", "}"))))
          .as("%d members", members)
          .isEqualTo(sorted);
    }
  }

  @Test
  void formThatGrowsMostHasRoom() {
    assertThat(CanonicalJson.of("\"\"")).isEqualTo("\"0:");
    assertThat(CanonicalJson.of("[\"\",\"\"]")).isEqualTo("[\"0:,\"0:,]");
    assertThat(CanonicalJson.of("[[[[\"\"]]]]")).isEqualTo("[[[[\"0:,],],],]");
    assertThat(CanonicalJson.of("[" + "\"\",".repeat(999) + "[]]")).hasSize(2 + 999 * 4 + 3);
  }

  /** Each value is written in two ways, and compared with one that another seed makes. */
  @Test
  void formsAreTheSameIfAndOnlyIfTheContentIs() throws JsonProcessingException {
    ObjectMapper mapper = new ObjectMapper();
    for (long seed = 0; seed < 2000; seed++) {
      String one = new JsonText(new Random(seed), seed).value(3);
      String same = new JsonText(new Random(seed), -seed - 1).value(3);
      String other = new JsonText(new Random(seed + 1), seed).value(3);
      assertThat(mapper.readTree(same)).as("seed %d", seed).isEqualTo(mapper.readTree(one));
      assertThat(CanonicalJson.of(same)).as("seed %d", seed).isEqualTo(CanonicalJson.of(one));
      assertThat(CanonicalJson.of(other).equals(CanonicalJson.of(one)))
          .as("seed %d", seed)
          .isEqualTo(mapper.readTree(other).equals(mapper.readTree(one)));
    }
  }

  /** JSON with a content that depends on one source of numbers, and a look that does on another. */
  private static final class JsonText {
    private final Random content;
    private final Random look;

    JsonText(Random content, long look) {
      this.content = content;
      this.look = new Random(look);
    }

    String value(int depth) {
      return space() + unspaced(depth) + space();
    }

    private String unspaced(int depth) {
      return switch (content.nextInt(depth == 0 ? 4 : 6)) {
        case 0 -> text();
        case 1 -> List.of("0", "-1", "12.5", "1e3", "7").get(content.nextInt(5));
        case 2 -> "true";
        case 3 -> "null";
        case 4 -> joined("[", elements(depth), "]");
        default -> joined("{", shuffled(members(depth)), "}");
      };
    }

    private String text() {
      return quoted(
          List.of("", "a", "\"", "\\", "a,1:b", "\u00e4\n", "{}").get(content.nextInt(7)));
    }

    private String quoted(String text) {
      StringBuilder quoted = new StringBuilder("\"");
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == '\\' || c < ' ' || look.nextBoolean()) {
          quoted.append("\\u%04x".formatted((int) c));
        } else {
          quoted.append(c);
        }
      }
      return quoted.append('"').toString();
    }

    private List<String> elements(int depth) {
      return IntStream.range(0, content.nextInt(4)).mapToObj(i -> value(depth - 1)).toList();
    }

    private List<String> members(int depth) {
      return IntStream.range(0, content.nextInt(4))
          .mapToObj(i -> space() + quoted("a\"" + i) + space() + ":" + value(depth - 1))
          .toList();
    }

    private List<String> shuffled(List<String> members) {
      List<String> shuffled = new ArrayList<>(members);
      Collections.shuffle(shuffled, look);
      return shuffled;
    }

    private String joined(String open, List<String> parts, String close) {
      return open + (parts.isEmpty() ? space() : String.join(",", parts)) + close;
    }

    private String space() {
      return List.of("", "", " ", "\t\r\n").get(look.nextInt(4));
    }
  }
}
