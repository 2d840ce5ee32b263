package io.github.dynamooutbox.aws.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainJsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[[], {}, [{}], null, true, false]",
        "{\"b\": {\"a\": [1, -2, 2147483648, 99999999999999999999]}, \"\": \"\"}",
        "[0.0, 5.0, 5.5, 1e3, 1.5E-7, -0.0, 123456789.123456789]",
        "\"\\u0000 \\\" \\\\ / \\ud83d\\ude00 \u00e9 \\u2028\"",
        "7"
      })
  void writesWhatItHasReadAsATreeDoes(String json) throws IOException {
    List<String> problems = new ArrayList<>();
    Object value = PlainJson.read(json, (at, what) -> problems.add(at)).orElseThrow();

    assertThat(PlainJson.text(value)).isEqualTo(new JsonMapper().readTree(json).toString());
    assertThat(problems).isEmpty();
    assertThat(PlainJson.read(PlainJson.lines(value), (at, what) -> problems.add(at)))
        .contains(value);
  }

  @Test
  void reportsWhatWouldSilentlyBeLost() throws IOException {
    List<String> problems = new ArrayList<>();
    PlainJson.read(
        "{\"a\": [1, {\"b\": 1, \"b\": 2}]} 3 4", (at, what) -> problems.add(at + ": " + what));

    assertThat(problems)
        .containsExactly("a[1].b: this key occurs twice; keep one", ": has content after its end");
  }

  @Test
  void knowsWholeNumbers() {
    assertThat(PlainJson.whole(5.0)).hasValue(5);
    assertThat(PlainJson.whole(99_999_999_999L)).hasValue(99_999_999_999L);
    assertThat(PlainJson.whole(5.5)).isEmpty();
    assertThat(PlainJson.whole(1e300)).isEmpty();
    assertThat(PlainJson.whole(Double.POSITIVE_INFINITY)).isEmpty();
    assertThat(PlainJson.whole("5")).isEmpty();
  }
}
