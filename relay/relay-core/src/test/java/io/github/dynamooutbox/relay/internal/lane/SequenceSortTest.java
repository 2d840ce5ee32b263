package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SequenceSortTest {
  @Test
  void sortsBySequence() {
    assertThat(sorted("3", "1", "2")).containsExactly("1", "2", "3");
  }

  @Test
  void equalSequencesKeepTheirOrder() {
    assertThat(sorted("2b", "1", "2a")).containsExactly("1", "2b", "2a");
  }

  @Test
  void whatHasNoneStaysBehindAllThatStoodBeforeIt() {
    assertThat(sorted("2", "-", "1")).containsExactly("1", "2", "-");
    assertThat(sorted("-", "2", "1")).containsExactly("-", "1", "2");
    assertThat(sorted("1", "-", "2")).containsExactly("1", "-", "2");
    assertThat(sorted("3", "1", "-", "2")).containsExactly("1", "2", "3", "-");
  }

  /** The digit is the sequence. */
  private static List<String> sorted(String... items) {
    return SequenceSort.sorted(
        List.of(items),
        item ->
            item.startsWith("-")
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(item.substring(0, 1))));
  }
}
