package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

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
  void whatIsNotOneJsonValueCountsAsItIs() {
    assertThat(CanonicalJson.of("{} {}")).isEqualTo("{} {}");
    assertThat(CanonicalJson.of("{")).isEqualTo("{");
    String deep = "[".repeat(5000) + "]".repeat(5000);
    assertThat(CanonicalJson.of(deep)).isEqualTo(deep);
  }
}
