package io.github.dynamooutbox.relay.internal.lane;

import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.delivery;
import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.position;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeliveryTest {
  private final Delivery delivery = delivery("a", 7);

  @Test
  void isFinishedUnderItsRecordsPlaceAndItsTarget() {
    assertThat(delivery.asFinished())
        .isEqualTo(new FinishedDelivery(position(7), delivery.envelope().key(), 0, "bus"));
  }

  @Test
  void keepsHowOftenAndWhenItWasFirstSent() {
    assertThat(delivery.attempts()).isZero();
    assertThat(delivery.firstAttempt()).isEmpty();

    delivery.sent(Instant.EPOCH);
    delivery.sent(Instant.EPOCH.plusSeconds(1));

    assertThat(delivery.attempts()).isEqualTo(2);
    assertThat(delivery.firstAttempt()).contains(Instant.EPOCH);
  }
}
