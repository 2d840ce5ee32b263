package io.github.dynamooutbox.cli.it;

import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Four orders whose first event the bus rejects, and ten minutes of traffic before. */
final class BadNight {
  /** An aggregate's id that a careless page would run. */
  static final String MARKUP = "<img src=x onerror=\"document.title='run'\">";

  private BadNight() {}

  static void over(TestOutbox outbox) throws Exception {
    for (String id : List.of("1041", "1042", "1043", MARKUP)) {
      outbox.commit(
          Aggregate.of("Order", id).at(1),
          "OrderPlaced",
          id.length() + id.substring(1, 4) + "-placed");
      outbox.commit(
          Aggregate.of("Order", id).at(2), "OrderPaid", id.length() + id.substring(1, 4) + "-paid");
      outbox.receipt("Order#" + id, Set.of("bus", "audit"), Set.of("audit"));
      LaneKey lane = new LaneKey("bus", "Order#" + id);
      outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    }
    flow(outbox);
  }

  /** Ten minutes with some events a second, as receipts tell it. */
  private static void flow(TestOutbox outbox) throws Exception {
    Random random = new Random(7);
    Instant now = Instant.now();
    try (AwsControl control = outbox.control()) {
      for (int step = 0; step < 120; step++) {
        Instant at = now.minusSeconds(600).plusSeconds(5L * step);
        List<Receipt.Handled> handled = new ArrayList<>();
        int events = 30 + random.nextInt(14) + (int) (12 * Math.sin(step / 9.0));
        for (int event = 0; event < events; event++) {
          int age = 700 + random.nextInt(600) + (step > 70 && step < 82 ? 2_500 : 0);
          handled.add(
              new Receipt.Handled(
                  new RecordKey("OUTBOX#Order#" + event, "1"),
                  0,
                  "flow-" + step + '-' + event,
                  at.minusMillis(age),
                  Optional.of(Set.of("bus", "audit")),
                  event % 7 == 0 ? Set.of("audit") : Set.of("bus", "audit")));
        }
        TestOutbox.get(control.table().receipts().write(new Receipt(at, handled)));
      }
    }
  }
}
