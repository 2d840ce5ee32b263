package io.github.dynamooutbox.relay.park.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class QueueNameTest {
  @Test
  void laneHasOnePartWhateverItsTarget() {
    LaneKey billing = new LaneKey("billing", "Order#42");
    LaneKey all = new LaneKey(LaneKey.ALL_TARGETS, "Order#42");
    assertThat(QueueName.Part.of(billing).part())
        .isEqualTo(new QueueName.Lane(billing).part())
        .isEqualTo(new QueueName.Lane(all).part())
        .isEqualTo(QueueName.Single.of(billing).part());
    assertThat(new QueueName.Lane(billing).target()).isEqualTo("billing");
  }

  /** Parts are part of what is stored: another version must find what this one has parked. */
  @Test
  void partsNeverChange() {
    assertThat(QueueName.partOf(new LaneKey("billing", "Order#1"))).isEqualTo(9);
    assertThat(QueueName.partOf(new LaneKey("billing", "Payment#äöü"))).isEqualTo(9);
  }

  @Test
  void lanesAreSpreadEvenly() {
    int[] lanes = new int[QueueName.PARTS];
    for (int i = 0; i < 16_000; i++) {
      lanes[QueueName.partOf(new LaneKey("bus", "Order#" + new UUID(i * 31L, i)))]++;
    }
    for (int each : lanes) {
      assertThat(each).isBetween(800, 1_200);
    }
    int[] numbered = new int[QueueName.PARTS];
    for (int i = 0; i < 16_000; i++) {
      numbered[QueueName.partOf(new LaneKey("bus", "Order#" + i))]++;
    }
    for (int each : numbered) {
      assertThat(each).isBetween(800, 1_200);
    }
  }

  @Test
  void partOutsideOfTheRangeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QueueName.Part("bus", 16))
        .withMessage("part 16: must be from 0 to 15");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new QueueName.Single("bus", -1))
        .withMessage("part -1: must be from 0 to 15");
  }
}
