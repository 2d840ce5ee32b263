package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class LeaseTimesTest {
  private static final String HEAD = "| `--failover-millis` |";

  private static final Map<String, Function<LeaseTimes, Duration>> ROWS =
      Map.of(
          "| a call to the workers' tables ends after |", LeaseTimes::call,
          "| without an answer, it is made a second time, beside the first, after |",
              LeaseTimes::again,
          "| publishing stops, after the lease has expired |", LeaseTimes::stop,
          "| a JVM may pause, or a machine be overloaded, for |", LeaseTimes::failover,
          "| others publish a dead leader's shards again after about |",
              times -> times.leader().plus(times.failover()).plusSeconds(2));

  /** Rounded there, to two digits at least. */
  @Test
  void areThoseOfTheDocumentation() throws IOException {
    List<String> guide = Files.readAllLines(Path.of("../docs/kcl.md"));
    List<String> failovers = cells(guide, HEAD);

    assertThat(failovers)
        .hasSize(3)
        .contains(WorkerSettings.DEFAULT_FAILOVER.toMillis() + " (default)");
    ROWS.forEach(
        (row, time) -> {
          List<String> documented = cells(guide, row);
          for (int i = 0; i < failovers.size(); i++) {
            long millis = Long.parseLong(failovers.get(i).replace(" (default)", ""));
            BigDecimal seconds = new BigDecimal(documented.get(i).replace(" s", ""));
            assertThat(seconds.movePointRight(3).longValueExact())
                .as(row)
                .isCloseTo(
                    time.apply(new LeaseTimes(Duration.ofMillis(millis))).toMillis(), within(50L));
          }
        });
  }

  private static List<String> cells(List<String> guide, String row) {
    String line = guide.stream().filter(each -> each.startsWith(row)).findFirst().orElseThrow();
    return Arrays.stream(line.substring(row.length()).split("\\|", -1))
        .map(String::strip)
        .filter(cell -> !cell.isEmpty())
        .toList();
  }
}
