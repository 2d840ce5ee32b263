package io.github.dynamooutbox.cli.internal.parked;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is parked for one target and one reason.
 *
 * @param queues at least one
 */
public record ParkedGroup(String target, ParkReason reason, List<QueueSummary> queues) {
  private record Key(String target, ParkReason reason) {}

  public ParkedGroup {
    queues = List.copyOf(queues);
  }

  /** By target, then by reason. */
  public static List<ParkedGroup> of(Collection<QueueSummary> queues) {
    Map<Key, List<QueueSummary>> groups =
        new TreeMap<>(Comparator.comparing(Key::target).thenComparing(Key::reason));
    for (QueueSummary queue : queues) {
      groups
          .computeIfAbsent(
              new Key(queue.queue().target(), queue.reason()), key -> new ArrayList<>())
          .add(queue);
    }
    return groups.entrySet().stream()
        .map(
            each ->
                new ParkedGroup(each.getKey().target(), each.getKey().reason(), each.getValue()))
        .toList();
  }

  /** How many events the queues hold. */
  public static long events(Collection<QueueSummary> queues) {
    return queues.stream()
        .flatMap(queue -> queue.counts().values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  /** How many events this group holds. */
  public long events() {
    return events(queues);
  }

  /** The queue that has waited longest. */
  public QueueSummary oldest() {
    return queues.stream().min(Comparator.comparing(QueueSummary::oldest)).orElseThrow();
  }
}
