package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Heartbeats;
import org.junit.jupiter.api.Test;

class AggregateTest {
  @Test
  void isNotOfTheTypeThatIsReservedForHeartbeats() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> Aggregate.of("outbox.heartbeat", "1"))
        .withMessageContaining("\"outbox.heartbeat\": is reserved");
  }

  @Test
  void isOfThatTypeForAHeartbeat() {
    assertThat(Heartbeats.include(Aggregate.heartbeat("orders").key())).isTrue();
    assertThat(Heartbeats.include(Aggregate.of("Heartbeat", "orders").key())).isFalse();
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> Aggregate.heartbeat(""));
  }
}
