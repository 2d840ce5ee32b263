package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * What operators have decided about events. That takes a request for each event, so answers are
 * kept for a minute: a plan and the sending after it ask once. Operators can only decide about
 * parked events, and nothing is asked about those that were parked when the queues were read. Not
 * thread-safe.
 */
final class KnownDecisions {
  /** How many requests are made at the same time. */
  private static final int AT_ONCE = 16;

  /**
   * How long an answer is used: within that time, it is unlikely that an event is parked and
   * decided about.
   */
  private static final Duration COUNTS = Duration.ofMinutes(1);

  /** Some ten megabytes of answers; events beyond that are asked about each time. */
  private static final int MOST = 100_000;

  private final WayOutTable table;
  private final String controlName;
  private final LongSupplier ticker;
  private final Map<EventMark, Answer> answers = new HashMap<>();

  /** The targets to which the event need not be sent. */
  private record Answer(long askedAt, List<String> targets) {}

  private record Asked(Envelope event, CompletionStage<List<WayOut>> answer) {}

  /**
   * @param controlName for messages
   * @param ticker the time in nanoseconds, from any start
   */
  KnownDecisions(WayOutTable table, String controlName, LongSupplier ticker) {
    this.table = table;
    this.controlName = controlName;
    this.ticker = ticker;
  }

  /**
   * Passes on each event with each target for which it was taken out.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if the control table cannot
   *     be read
   */
  void each(List<Envelope> events, BiConsumer<Envelope, String> out) {
    Queue<Asked> asked = new ArrayDeque<>();
    for (Envelope event : events) {
      Answer known = answers.get(KnownDeliveries.mark(event));
      if (known != null && ticker.getAsLong() - known.askedAt() < COUNTS.toNanos()) {
        known.targets().forEach(target -> out.accept(event, target));
      } else {
        asked.add(new Asked(event, table.of(event.event().id())));
      }
      if (asked.size() >= AT_ONCE) {
        answered(asked.remove(), out);
      }
    }
    asked.forEach(each -> answered(each, out));
  }

  private void answered(Asked asked, BiConsumer<Envelope, String> out) {
    Envelope event = asked.event();
    List<String> targets =
        AwsFailures.await(controlName, asked.answer()).stream()
            .filter(mark -> mark.concerns(event.key(), event.index()))
            .map(WayOut::target)
            .toList();
    targets.forEach(target -> out.accept(event, target));
    if (answers.size() < MOST) {
      answers.put(KnownDeliveries.mark(event), new Answer(ticker.getAsLong(), targets));
    }
  }
}
