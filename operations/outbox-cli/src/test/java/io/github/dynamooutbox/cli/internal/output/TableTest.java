package io.github.dynamooutbox.cli.internal.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TableTest {
  private static final Style PLAIN = new Style(false);

  @Test
  void alignsNumbersToTheRight() {
    Table table = Table.of("NAME", "EVENTS").row("a", 1).row("longer", 1234);

    assertThat(table.lines(PLAIN))
        .containsExactly("NAME    EVENTS", "a            1", "longer    1234");
  }

  /** Twice the rows take twice the time: with 20,000 of them it was three minutes. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void isLinear() {
    Table table = Table.of("TARGET", "AGGREGATE", "OLDEST");
    for (int row = 0; row < 200_000; row++) {
      table.row("bus", "Order#" + row, Ages.of(Duration.ofSeconds(row)));
    }

    assertThat(table.lines(PLAIN).count()).isEqualTo(200_001);
  }
}
