package io.github.dynamooutbox.relay.park.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueueSummaryTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");

  /** All combinations: each reason is not counted, counted down to nothing, or counted. */
  @Test
  void whatTheRestWaitsForIsTheFirstReasonOfWhichSomethingIsLeft() {
    ParkReason[] reasons = ParkReason.values();
    for (int code = 0; code < Math.pow(3, reasons.length); code++) {
      Map<ParkReason, Long> counts = new EnumMap<>(ParkReason.class);
      ParkReason first = null;
      int rest = code;
      for (ParkReason reason : reasons) {
        if (rest % 3 > 0) {
          counts.put(reason, rest % 3 - 1L);
        }
        if (rest % 3 == 2 && first == null && reason != ParkReason.BEHIND) {
          first = reason;
        }
        rest /= 3;
      }
      ParkReason known = first == null ? ParkReason.BLOCKED : first;
      assertThat(reason(new QueueName.Lane(LANE), counts)).as("%s", counts).isEqualTo(known);
      assertThat(reason(QueueName.Single.of(LANE), counts)).as("%s", counts).isEqualTo(known);
      assertThat(reason(QueueName.Part.of(LANE), counts))
          .as("a backlog, %s", counts)
          .isEqualTo(ParkReason.BLOCKED);
    }
  }

  private static ParkReason reason(QueueName queue, Map<ParkReason, Long> counts) {
    return new QueueSummary(queue, new QueueState.Held(1), Instant.EPOCH, Instant.EPOCH, counts)
        .reason();
  }
}
