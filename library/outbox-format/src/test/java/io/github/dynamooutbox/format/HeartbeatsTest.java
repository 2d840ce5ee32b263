package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeartbeatsTest {
  @Test
  void heartbeatsAreToldByTheirAggregateType() {
    assertThat(Heartbeats.include(new AggregateKey("outbox.heartbeat", "1"))).isTrue();
    assertThat(Heartbeats.include(new AggregateKey("Order", "outbox.heartbeat"))).isFalse();
  }
}
