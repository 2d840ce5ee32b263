package io.github.dynamooutbox.cli.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** A value is what was typed, whatever it looks like. */
class LiteralArgumentsTest {
  private static final List<String> DISCARD =
      List.of("discard", "--target", "bus", "--aggregate", "Order#1");

  private final StringWriter err = new StringWriter();
  private final CommandLine tool =
      OutboxTool.commandLine(Map.of()).setErr(new PrintWriter(err, true));

  @Test
  void readsNoFileForAnAt() {
    ParseResult discard = parsed("--because", "@ops", "--by=@ann").subcommand();

    assertThat(discard.matchedOptionValue("--because", "")).isEqualTo("@ops");
    assertThat(discard.matchedOptionValue("--by", "")).isEqualTo("@ann");
    assertThat(tool.parseArgs("show", "@Order#1").subcommand().matchedPositionalValue(0, ""))
        .isEqualTo("@Order#1");
  }

  @Test
  void takesAValueBehindAnEqualsSignThatLooksLikeAnOption() {
    ParseResult discard = parsed("--because=--dry-run", "--event=--yes").subcommand();

    assertThat(discard.matchedOptionValue("--because", "")).isEqualTo("--dry-run");
    assertThat(discard.hasMatchedOption("--dry-run")).isFalse();
    assertThat(discard.hasMatchedOption("--yes")).isFalse();
  }

  @Test
  void takesNoOptionForAValueThatSomebodyHasLeftOut() {
    assertThat(tool.execute(arguments("--because", "--dry-run", "--yes"))).isEqualTo(2);
    assertThat(err.toString())
        .startsWith(
            "Expected a value for --because but found --dry-run; if that is the value:"
                + " --because=--dry-run");
  }

  /** Thirty lines of help would hide what is wrong. */
  @Test
  void saysWhatIsWrongInTwoLines() {
    assertThat(tool.execute("parked", "--reason", "nope")).isEqualTo(2);
    assertThat(err.toString().lines())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("Invalid value for option '--reason' (REASON): expected one of ");
    assertThat(err.toString()).endsWith("Help: outbox parked --help\n");
  }

  @Test
  void saysThatAConfigurationIsNotThere() {
    assertThat(tool.execute("parked", "--config", "/nowhere/outbox.json")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--config: \"/nowhere/outbox.json\" cannot be read: there is no such file")
        .doesNotContain("OUTBOX_CONFIG_FILE", "Exception");
  }

  private ParseResult parsed(String... more) {
    return tool.parseArgs(arguments(more));
  }

  private static String[] arguments(String... more) {
    List<String> all = new ArrayList<>(DISCARD);
    all.addAll(Arrays.asList(more));
    return all.toArray(String[]::new);
  }
}
