package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.internal.table.TableClock;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gauges of what is parked, from the states of the queues: an alarm on them lasts until the cause
 * is gone. Counts may be too high after a crash, until the queue is released. Immutable.
 */
public final class ParkedFigures {
  private static final class OfTarget {
    private final Map<ParkReason, Long> events = new EnumMap<>(ParkReason.class);
    private final Map<ParkReason, Long> closedLanes = new EnumMap<>(ParkReason.class);
    private long blocked;
    private Duration oldest = Duration.ZERO;
  }

  private final Map<String, OfTarget> targets = new TreeMap<>();

  /**
   * Figures of queues.
   *
   * @param names targets that are counted even if nothing is parked for them
   * @param queues all queues that are not empty
   */
  public ParkedFigures(Collection<String> names, List<QueueSummary> queues, Instant now) {
    names.forEach(name -> targets.put(name, new OfTarget()));
    for (QueueSummary queue : queues) {
      OfTarget target = targets.computeIfAbsent(queue.queue().target(), name -> new OfTarget());
      ParkReason reason = queue.reason();
      queue
          .counts()
          .forEach(
              (each, events) ->
                  target.events.merge(
                      each == ParkReason.BEHIND ? reason : each, Math.max(0, events), Long::sum));
      if (queue.queue().closedLane().isPresent()) {
        target.closedLanes.merge(reason, 1L, Long::sum);
      }
      target.blocked += reason == ParkReason.BLOCKED && !queue.queue().isUnordered() ? 1 : 0;
      Duration age = Duration.between(TableClock.bounded(queue.oldest()), TableClock.bounded(now));
      target.oldest = age.compareTo(target.oldest) > 0 ? age : target.oldest;
    }
  }

  /** The number of parked events. */
  public long events() {
    return targets.values().stream().mapToLong(ParkedFigures::events).sum();
  }

  private static long events(OfTarget target) {
    return target.events.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Writes all figures, including zeros, so that alarms end. */
  public void write(EmfWriter metrics) {
    EmfLine all = new EmfLine();
    all.add(Metric.PARKED_EVENTS, 0);
    all.add(Metric.CLOSED_LANES, 0);
    all.add(Metric.BLOCKED_LANES, 0);
    all.max(Metric.OLDEST_PARKED_AGE, 0);
    targets.forEach(
        (name, target) -> {
          EmfLine line = new EmfLine();
          line.add(Metric.PARKED_EVENTS, (double) events(target));
          line.max(Metric.OLDEST_PARKED_AGE, (double) target.oldest.toMillis());
          metrics.writeTarget(name, line);
          all.add(Metric.PARKED_EVENTS, (double) events(target));
          all.add(
              Metric.CLOSED_LANES,
              (double) target.closedLanes.values().stream().mapToLong(Long::longValue).sum());
          all.add(Metric.BLOCKED_LANES, (double) target.blocked);
          all.max(Metric.OLDEST_PARKED_AGE, (double) target.oldest.toMillis());
          for (ParkReason reason : ParkReason.values()) {
            metrics.writeReason(name, reason.name(), ofReason(target, reason));
          }
        });
    metrics.write(all);
  }

  private static EmfLine ofReason(OfTarget target, ParkReason reason) {
    EmfLine line = new EmfLine();
    if (target.events.getOrDefault(reason, 0L) > 0) {
      line.add(Metric.PARKED_EVENTS, (double) target.events.getOrDefault(reason, 0L));
    }
    if (target.closedLanes.containsKey(reason)) {
      line.add(Metric.CLOSED_LANES, (double) target.closedLanes.getOrDefault(reason, 0L));
    }
    return line;
  }
}
