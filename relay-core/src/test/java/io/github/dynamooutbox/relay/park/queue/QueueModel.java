package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueState.Absent;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * A table of queues in memory: the same steps as in DynamoDB, each within the limits of the
 * partitions that it touches.
 */
public final class QueueModel {
  private record SegmentKey(long number, String append, int index) {
    static final Comparator<SegmentKey> ORDER =
        Comparator.comparingLong(SegmentKey::number)
            .thenComparing(SegmentKey::append)
            .thenComparingInt(SegmentKey::index);
  }

  private static final class State {
    private QueueState state;
    private long last;
    private final Instant since;
    private Instant oldest;
    private final Map<ParkReason, Long> counts = new EnumMap<>(ParkReason.class);

    private State(long last, Instant since) {
      this.last = last;
      this.since = since;
      this.oldest = since;
      this.state = new Held(last);
    }

    private void count(ParkReason reason, long more) {
      counts.merge(reason, more, Long::sum);
    }
  }

  private final PartitionLimits limits;
  private final int eventsPerSegment;
  private final Map<QueueName, State> states = new HashMap<>();
  private final Map<QueueName, String> names = new HashMap<>();
  private final Map<QueueName, TreeMap<SegmentKey, Segment>> segments = new HashMap<>();
  private final Map<Integer, Lease> leases = new HashMap<>();
  private final List<WayOut> wayOut = new ArrayList<>();
  private final Map<String, Map<String, SavedCircuit>> circuits = new HashMap<>();
  private final Map<String, Map<String, SavedFailing>> failing = new HashMap<>();
  private final Map<String, SavedLateness> late = new HashMap<>();

  public QueueModel(PartitionLimits limits, int eventsPerSegment) {
    this.limits = limits;
    this.eventsPerSegment = eventsPerSegment;
  }

  /** All queues that are held or being closed, always in the same order; costs nothing. */
  public List<QueueName> held() {
    return states.keySet().stream().sorted(Comparator.comparing(this::name)).toList();
  }

  /** Its segments are gone, its state is as it was. */
  public void deleteByHand(QueueName queue) {
    segments.remove(queue);
  }

  /** All that is stored in a queue; costs nothing. */
  public List<ParkedEvent> stored(QueueName queue) {
    return segments.getOrDefault(queue, new TreeMap<>(SegmentKey.ORDER)).values().stream()
        .flatMap(segment -> segment.events().stream())
        .toList();
  }

  /** As in DynamoDB, the lanes of a part are read in one go, however many they are. */
  ParkedView view(String scope, Collection<LaneKey> lanes) {
    limits.read("HEAD", 1);
    limits.read("CIRCUIT#" + scope, 1);
    Set<QueueName.Part> held = new HashSet<>();
    Set<Integer> partsWithLanes = new HashSet<>();
    for (QueueName queue : states.keySet()) {
      if (queue instanceof QueueName.Part part) {
        held.add(part);
      } else if (queue instanceof QueueName.Lane) {
        partsWithLanes.add(queue.part());
      }
    }
    Set<LaneKey> closed = new HashSet<>();
    Map<String, Integer> asked = new TreeMap<>();
    for (LaneKey lane : lanes) {
      QueueName.Lane queue = new QueueName.Lane(lane);
      if (partsWithLanes.contains(queue.part())) {
        asked.merge(statePartition(queue), 1, Integer::sum);
      }
      if (states.containsKey(queue)) {
        closed.add(lane);
      }
    }
    asked.forEach(limits::read);
    return new ParkedView(
        held,
        closed,
        circuits.getOrDefault(scope, Map.of()),
        failing.getOrDefault(scope, Map.of()),
        Optional.ofNullable(late.get(scope)));
  }

  void saveCircuit(String scope, String target, Optional<SavedCircuit> circuit) {
    limits.write("CIRCUIT#" + scope, 1);
    Map<String, SavedCircuit> ofScope = circuits.computeIfAbsent(scope, each -> new HashMap<>());
    circuit.ifPresentOrElse(each -> ofScope.put(target, each), () -> ofScope.remove(target));
  }

  void saveFailing(String scope, Map<String, SavedFailing> some, Set<String> over) {
    limits.write("CIRCUIT#" + scope, 4);
    Map<String, SavedFailing> ofScope = failing.computeIfAbsent(scope, each -> new HashMap<>());
    ofScope.keySet().removeAll(over);
    ofScope.putAll(some);
  }

  void saveLateness(String scope, Optional<SavedLateness> lateness) {
    limits.write("CIRCUIT#" + scope, 1);
    lateness.ifPresentOrElse(each -> late.put(scope, each), () -> late.remove(scope));
  }

  public QueueState state(QueueName queue) {
    limits.read(statePartition(queue), 1);
    return found(queue);
  }

  private QueueState found(QueueName queue) {
    State state = states.get(queue);
    return state == null ? new Absent() : state.state;
  }

  void hold(QueueName queue, long last, Instant now) {
    limits.write("HEAD", 2);
    limits.write(statePartition(queue), 2);
    states.computeIfAbsent(queue, each -> new State(last, now));
  }

  QueueState reserve(QueueName queue) {
    limits.write(statePartition(queue), 1);
    State state = states.get(queue);
    if (state != null && state.state instanceof Held) {
      state.state = new Held(++state.last);
    }
    return found(queue);
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
        limits.write(segmentPartition(queue), some.size());
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

  QueueState confirm(QueueName queue, long number, Map<ParkReason, Integer> counts) {
    limits.write(statePartition(queue), 1);
    State state = states.get(queue);
    if (state != null && state.state instanceof Held) {
      state.last = Math.max(state.last, number);
      state.state = new Held(state.last);
      counts.forEach(state::count);
    }
    return found(queue);
  }

  QueueState close(QueueName queue, Closing closing) {
    limits.write(statePartition(queue), 1);
    State state = states.get(queue);
    if (state != null && state.state instanceof Held) {
      // As in DynamoDB, where times are milliseconds.
      state.state = new Closing(closing.until().truncatedTo(ChronoUnit.MILLIS), closing.by());
    }
    return found(queue);
  }

  QueueState reopen(QueueName queue, String by) {
    limits.write(statePartition(queue), 1);
    State state = states.get(queue);
    if (state != null && isBy(state, by)) {
      state.state = new Held(state.last);
    }
    return found(queue);
  }

  QueueState release(QueueName queue, String by) {
    limits.write("HEAD", 2);
    limits.write(statePartition(queue), 2);
    State state = states.get(queue);
    if (state != null && isBy(state, by)) {
      states.remove(queue);
    }
    return found(queue);
  }

  private static boolean isBy(State state, String by) {
    return state.state instanceof Closing closing && closing.by().equals(by);
  }

  public List<QueueSummary> queues(int part) {
    limits.read("STATE#" + part, 1);
    List<QueueSummary> found = new ArrayList<>();
    states.forEach(
        (queue, state) -> {
          if (queue.part() == part) {
            Map<ParkReason, Long> counts = new EnumMap<>(ParkReason.class);
            state.counts.forEach(
                (reason, count) -> {
                  if (count > 0) {
                    counts.put(reason, count);
                  }
                });
            found.add(new QueueSummary(queue, state.state, state.since, state.oldest, counts));
          }
        });
    found.sort(Comparator.comparing(summary -> name(summary.queue())));
    return found;
  }

  List<QueueSummary> queues(int part, Optional<QueueName> after, int max) {
    String last = after.map(this::name).orElse("");
    return queues(part).stream()
        .filter(summary -> name(summary.queue()).compareTo(last) > 0)
        .limit(max)
        .toList();
  }

  /** Made once: a record's text is slow to make, and long simulations sort by it all the time. */
  private String name(QueueName queue) {
    return names.computeIfAbsent(queue, QueueName::toString);
  }

  public List<Segment> read(QueueName queue, Optional<Segment> after, OptionalLong upTo, int max) {
    limits.read(segmentPartition(queue), 1);
    return segments.getOrDefault(queue, new TreeMap<>(SegmentKey.ORDER)).values().stream()
        .filter(
            segment ->
                after.isEmpty() || SegmentKey.ORDER.compare(key(segment), key(after.get())) > 0)
        .filter(segment -> upTo.isEmpty() || segment.number() <= upTo.getAsLong())
        .limit(max)
        .toList();
  }

  void remove(QueueName queue, List<Segment> gone, Optional<Instant> oldest) {
    for (Segment segment : gone) {
      TreeMap<SegmentKey, Segment> all = segments.get(queue);
      if (all == null || !all.containsKey(key(segment))) {
        continue;
      }
      limits.write(segmentPartition(queue), segment.events().size());
      all.remove(key(segment));
      countLess(queue, segment.events());
    }
    State state = states.get(queue);
    if (state != null) {
      oldest.ifPresent(time -> state.oldest = time);
    }
  }

  void replace(Segment segment, List<ParkedEvent> left) {
    limits.write(segmentPartition(segment.queue()), left.size());
    TreeMap<SegmentKey, Segment> all = segments.get(segment.queue());
    if (all == null || !all.containsKey(key(segment))) {
      return;
    }
    all.put(
        key(segment),
        new Segment(segment.queue(), segment.number(), segment.append(), segment.index(), left));
    countLess(segment.queue(), segment.events());
    State state = states.get(segment.queue());
    if (state != null) {
      left.forEach(event -> state.count(event.cause().reason(), 1));
    }
  }

  boolean takeOut(Segment segment, List<ParkedEvent> left, List<WayOut> marks) {
    limits.write(segmentPartition(segment.queue()), 2.0 * Math.max(1, left.size()));
    TreeMap<SegmentKey, Segment> all = segments.get(segment.queue());
    Segment found = all == null ? null : all.get(key(segment));
    if (found == null || found.events().size() != segment.events().size()) {
      return false;
    }
    if (left.isEmpty()) {
      remove(segment.queue(), List.of(segment), Optional.empty());
    } else {
      replace(segment, left);
    }
    wayOut.addAll(marks);
    return true;
  }

  List<WayOut> marksOf(String eventId) {
    return wayOut.stream().filter(mark -> mark.eventId().equals(eventId)).toList();
  }

  private void countLess(QueueName queue, List<ParkedEvent> gone) {
    State state = states.get(queue);
    if (state != null) {
      gone.forEach(event -> state.count(event.cause().reason(), -1));
    }
  }

  private static SegmentKey key(Segment segment) {
    return new SegmentKey(segment.number(), segment.append(), segment.index());
  }

  Lease lease(int part, String owner, Instant now, Instant until) {
    limits.write("LEASE", 1);
    Lease lease = leases.get(part);
    if (lease == null || lease.owner().equals(owner) || lease.until().isBefore(now)) {
      leases.put(part, new Lease(owner, until));
    }
    return leases.get(part);
  }

  void giveBack(int part, String owner) {
    limits.write("LEASE", 1);
    leases.computeIfPresent(part, (key, lease) -> lease.owner().equals(owner) ? null : lease);
  }

  private static String statePartition(QueueName queue) {
    return "STATE#" + queue.part();
  }

  private String segmentPartition(QueueName queue) {
    return "Q#" + name(queue);
  }
}
