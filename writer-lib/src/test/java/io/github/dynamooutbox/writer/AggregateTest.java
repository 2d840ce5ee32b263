package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Heartbeats;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AggregateTest {
  @Test
  void isNotOfTheTypeThatIsReservedForHeartbeats() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> Aggregate.of("outbox.heartbeat", "1"))
        .withMessageContaining("\"outbox.heartbeat\": is reserved");
  }

  @Test
  void isEqualIfTypeIdAndVersionAre() {
    Aggregate order = Aggregate.of("Order", "42");

    assertThat(order).isEqualTo(Aggregate.of("Order", "42")).hasToString("Order#42");
    assertThat(order.at(7))
        .isEqualTo(Aggregate.of("Order", "42").at(7))
        .hasSameHashCodeAs(Aggregate.of("Order", "42").at(7))
        .hasToString("Order#42 at version 7");
    assertThat(Set.of(order, order.at(0), order.at(7), Aggregate.of("Order", "7"))).hasSize(4);
    assertThat(order.hashCode()).isNotEqualTo(order.at(7).hashCode());
    Object key = order.key();
    assertThat(order).isNotEqualTo(key);
    assertThat(order.at(7)).isNotEqualTo(Aggregate.of("Cart", "42").at(7));
  }

  @Test
  void typeMayNotBeginWithTheSeparator() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> Aggregate.of("#Order", "1"))
        .withMessage("aggregate type \"#Order\": contains '#'");
  }

  @Test
  void isOfThatTypeForAHeartbeat() {
    assertThat(Heartbeats.include(Aggregate.heartbeat("orders").key())).isTrue();
    assertThat(Heartbeats.include(Aggregate.of("Heartbeat", "orders").key())).isFalse();
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> Aggregate.heartbeat(""))
        .withMessage("the id of a heartbeat is empty");
  }
}
