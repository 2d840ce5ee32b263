package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a function gets in its environment is what the relay's own reader takes. */
class ResolvedConfigTest {
  @ParameterizedTest
  @CsvSource({
    "bus-only, bus, arn:aws:events:eu-west-1:111122223333:event-bus/orders",
    "fifo-topic, billing, arn:aws:sns:eu-west-1:111122223333:billing.fifo",
    "existing-table, news, arn:aws:sns:eu-west-1:111122223333:news"
  })
  void isTakenByTheRelay(String example, String target, String arn) {
    OutboxConfig config = Synthesised.config(example);
    String resolved = config.resolved(Map.of(target, arn));
    assertThat(resolved)
        .contains(arn)
        .endsWith(",\"infrastructure\":{\"function\":{\"timeoutSeconds\":60}}}");
    assertThat(RelayConfig.parse(resolved).table().name()).isEqualTo(config.table().name());
  }
}
