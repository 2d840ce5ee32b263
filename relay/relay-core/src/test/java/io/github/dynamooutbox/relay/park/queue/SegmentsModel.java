package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;

/** The segments of all queues, whatever state the queues are in. */
final class SegmentsModel {
  private record SegmentKey(long number, String append, int index) {
    static final Comparator<SegmentKey> ORDER =
        Comparator.comparingLong(SegmentKey::number)
            .thenComparing(SegmentKey::append)
            .thenComparingInt(SegmentKey::index);

    static SegmentKey of(Segment segment) {
      return new SegmentKey(segment.number(), segment.append(), segment.index());
    }
  }

  private final PartitionLimits limits;
  private final int eventsPerSegment;
  private final Function<QueueName, String> names;
  private final Map<QueueName, TreeMap<SegmentKey, Segment>> segments = new HashMap<>();

  /**
   * @param names of queues, for their partitions
   */
  SegmentsModel(PartitionLimits limits, int eventsPerSegment, Function<QueueName, String> names) {
    this.limits = limits;
    this.eventsPerSegment = eventsPerSegment;
    this.names = names;
  }

  /** All of a queue; costs nothing. */
  void delete(QueueName queue) {
    segments.remove(queue);
  }

  /** All that is stored in a queue; costs nothing. */
  List<ParkedEvent> stored(QueueName queue) {
    return of(queue).values().stream().flatMap(segment -> segment.events().stream()).toList();
  }

  /**
   * As in DynamoDB, some segments may be stored and others not when this fails. A batch write is
   * answered with what there were no units for, and goes on with that.
   */
  void put(QueueName queue, long number, List<ParkedEvent> events) {
    int index = 0;
    String append = appendOf(events);
    for (int from = 0; from < events.size(); from += eventsPerSegment) {
      List<ParkedEvent> some =
          events.subList(from, Math.min(from + eventsPerSegment, events.size()));
      SegmentKey key = new SegmentKey(number, append, index);
      Map<SegmentKey, Segment> stored =
          segments.computeIfAbsent(queue, each -> new TreeMap<>(SegmentKey.ORDER));
      if (!stored.containsKey(key)) {
        limits.write(partition(queue), some.size());
        stored.put(key, new Segment(queue, number, append, index, some));
      }
      index++;
    }
  }

  /** By hand: a record's own text is slow to make, and long outages park millions of events. */
  private static String appendOf(List<ParkedEvent> events) {
    StringBuilder append = new StringBuilder(160 * events.size());
    for (ParkedEvent event : events) {
      ParkedEvent.Place place = event.place();
      append
          .append(place.lane().target())
          .append(',')
          .append(place.lane().aggregate())
          .append(']')
          .append(place.position())
          .append(',')
          .append(place.record().partition())
          .append(',')
          .append(place.record().sort())
          .append(']')
          .append(place.index())
          .append(']');
    }
    return append.toString();
  }

  List<Segment> read(QueueName queue, Optional<Segment> after, OptionalLong upTo, int max) {
    limits.read(partition(queue), 1);
    return of(queue).values().stream()
        .filter(
            segment ->
                after.isEmpty()
                    || SegmentKey.ORDER.compare(SegmentKey.of(segment), SegmentKey.of(after.get()))
                        > 0)
        .filter(segment -> upTo.isEmpty() || segment.number() <= upTo.getAsLong())
        .limit(max)
        .toList();
  }

  /** False if it was gone before. */
  boolean remove(Segment gone) {
    if (found(gone).isEmpty()) {
      return false;
    }
    limits.write(partition(gone.queue()), gone.events().size());
    of(gone.queue()).remove(SegmentKey.of(gone));
    return true;
  }

  /** False if it is gone. */
  boolean replace(Segment segment, List<ParkedEvent> left) {
    limits.write(partition(segment.queue()), left.size());
    if (found(segment).isEmpty()) {
      return false;
    }
    of(segment.queue())
        .put(
            SegmentKey.of(segment),
            new Segment(
                segment.queue(), segment.number(), segment.append(), segment.index(), left));
    return true;
  }

  /** Whether a transaction finds it as it was read; it costs twice what it leaves. */
  boolean isUnchanged(Segment segment, List<ParkedEvent> left) {
    limits.write(partition(segment.queue()), 2.0 * Math.max(1, left.size()));
    return found(segment).filter(it -> it.events().size() == segment.events().size()).isPresent();
  }

  private Optional<Segment> found(Segment segment) {
    return Optional.ofNullable(of(segment.queue()).get(SegmentKey.of(segment)));
  }

  private Map<SegmentKey, Segment> of(QueueName queue) {
    return segments.getOrDefault(queue, new TreeMap<>(SegmentKey.ORDER));
  }

  private String partition(QueueName queue) {
    return names.apply(queue);
  }
}
