package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;

/** What a {@link QueueModel} knows of a queue that is held or being closed. */
final class HeldQueue {
  static final Comparator<HeldQueue> BY_NAME = Comparator.comparing(each -> each.name);

  final QueueName queue;
  QueueState state;
  long last;
  Instant oldest;
  private final String name;
  private final Instant since;
  private final Map<ParkReason, Long> counts = new EnumMap<>(ParkReason.class);

  /**
   * A queue that is held from now on.
   *
   * @param name its text, which is slow to make, and long simulations sort by it all the time
   * @param last the number of the last segment before
   */
  HeldQueue(QueueName queue, String name, long last, Instant now) {
    this.queue = queue;
    this.name = name;
    this.last = last;
    this.since = now;
    this.oldest = now;
    this.state = new Held(last);
  }

  void count(ParkReason reason, long more) {
    counts.merge(reason, more, Long::sum);
  }

  QueueSummary summary() {
    Map<ParkReason, Long> some = new EnumMap<>(counts);
    some.values().removeIf(count -> count <= 0);
    return new QueueSummary(queue, state, since, oldest, some);
  }
}
