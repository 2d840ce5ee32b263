package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import java.time.Duration;
import java.util.Optional;
import org.crac.Core;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SnapStartRedriveTest {
  @Test
  @Timeout(60)
  void redrivesAfterItWasRestoredFromASnapshot() throws Exception {
    try (EmptyTable table = new EmptyTable()) {
      SnapStartRedrive redrive = SnapStartRedrive.open(EmptyTable.CONFIG);
      try {
        redrive.beforeCheckpoint(Core.getGlobalContext());
        assertThat(table.asked).as("priming sends nothing").hasValue(0);
        redrive.afterRestore(Core.getGlobalContext());

        assertThat(
                redrive.redrive(
                    "run",
                    new RedriveRequest(RedriveOrder.BLOCKED, Optional.empty()),
                    Duration.ofMinutes(1)))
            .startsWith("{\"parked\":0,");
        assertThat(table.asked).hasPositiveValue();
      } finally {
        redrive.close();
      }
    }
  }
}
