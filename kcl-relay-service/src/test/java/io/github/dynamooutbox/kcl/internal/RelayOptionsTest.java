package io.github.dynamooutbox.kcl.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RelayOptionsTest {
  private static final RelayConfig CONFIG =
      RelayConfig.parse(
          """
          {"table": {"name": "orders"},
           "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
           "routes": [{"to": ["bus"]}]}
          """);

  @Test
  void pauseAdaptsOnlyWithinANumberOfReadsAMonth() {
    assertThat(settings().readsPerMonth()).isEmpty();
    assertThat(settings("--reads-per-month", "16800000").readsPerMonth()).hasValue(16_800_000L);
  }

  @Test
  void refusesSoFewReadsThatRecordsWouldWaitForSeconds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> settings("--reads-per-month", "999999"))
        .withMessage(
            "reads per month: 999999 is less than 1000000: a record would wait for seconds");
  }

  private static WorkerSettings settings(String... arguments) {
    RelayOptions options = new RelayOptions();
    new CommandLine(options).parseArgs(arguments);
    return options.settings(CONFIG);
  }
}
