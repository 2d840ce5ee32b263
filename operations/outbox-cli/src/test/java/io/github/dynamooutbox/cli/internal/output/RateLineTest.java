package io.github.dynamooutbox.cli.internal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class RateLineTest {
  private final Output output =
      Output.of(
          new CommandLine(CommandSpec.create()).setErr(new PrintWriter(new StringWriter())), false);

  @Test
  void tellsHowFarItIsHowFastAndHowLongItWillTake() {
    assertThat(line(6_000, 1_200, 3))
        .isEqualTo("1,200 of 6,000 events published, 400/s, 12 s left");
    assertThat(line(1_000_000, 1_000, 10))
        .isEqualTo("1,000 of 1,000,000 events published, 100/s, 2 h 46 min left");
  }

  @Test
  void promisesNoTimeWhereNobodyKnows() {
    assertThat(line(6_000, 0, 3)).isEqualTo("0 of 6,000 events published, 0/s");
    assertThat(line(0, 1_200, 3)).isEqualTo("1,200 events published, 400/s");
  }

  @Test
  void countsOnWhereThereAreMoreThanWereExpected() {
    assertThat(line(10, 12, 3)).isEqualTo("12 of 12 events published, 4/s");
  }

  private String line(long all, long done, int seconds) {
    try (RateLine line = new RateLine(output, "events published", all)) {
      return line.line(done, Duration.ofSeconds(seconds));
    }
  }
}
