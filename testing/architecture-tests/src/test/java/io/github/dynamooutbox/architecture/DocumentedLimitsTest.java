package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.FormatLimits;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The limits that the writer's guide gives are those of the code. */
class DocumentedLimitsTest {
  private static final int KB = 1024;

  private final String guide = Repository.read("docs/writer.md");

  @Test
  void sizesAreThoseOfTheFormat() {
    assertStands(
        "| events of one aggregate in one transaction | %d KB |",
        inKb(FormatLimits.MAX_RECORD_BYTES));
    assertStands(
        "| partition key, sort key | 1 to %d bytes, 1 to %d bytes |",
        FormatLimits.MAX_PARTITION_KEY_BYTES, FormatLimits.MAX_SORT_KEY_BYTES);
    assertStands("(`commandResult`, at most %d KB)", inKb(FormatLimits.MAX_COMMAND_RESULT_BYTES));
    assertStands(
        "A payload over %d MiB is not compressed",
        inKb(FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES) / KB);
  }

  @Test
  void timesAreThoseOfTheFormat() {
    assertStands("| retention | at least %d hours |", FormatLimits.MIN_RETENTION.toHours());
    assertStands(
        "for the `retention`, %d days by default", FormatLimits.DEFAULT_RETENTION.toDays());
  }

  @Test
  void limitsOfJsonAreThoseOfTheFormat() {
    assertStands(
        "%d levels, numbers of %,d characters, names of %,d",
        FormatLimits.MAX_JSON_DEPTH,
        FormatLimits.MAX_JSON_NUMBER_LENGTH,
        FormatLimits.MAX_JSON_NAME_LENGTH);
  }

  private static int inKb(int bytes) {
    return bytes / KB;
  }

  private void assertStands(String text, Object... numbers) {
    assertThat(guide).contains(String.format(Locale.ROOT, text, numbers));
  }
}
