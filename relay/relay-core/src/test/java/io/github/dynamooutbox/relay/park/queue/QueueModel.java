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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A table of queues in memory: the same steps as in DynamoDB, each within the limits of the
 * partitions that it touches.
 */
public final class QueueModel {
  /** Names of partitions, which each step asks for. */
  private static final List<String> STATE_PARTITIONS =
      IntStream.range(0, QueueName.PARTS).mapToObj(part -> "STATE#" + part).toList();

  private final PartitionLimits limits;
  private final SegmentsModel segments;
  private final ScopesModel scopes;
  private final Map<QueueName, HeldQueue> states = new HashMap<>();
  private final Map<QueueName, String> names = new HashMap<>();
  private final Map<Integer, Lease> leases = new HashMap<>();
  private final Map<String, String> served = new HashMap<>();
  private final List<WayOut> wayOut = new ArrayList<>();

  public QueueModel(PartitionLimits limits, int eventsPerSegment) {
    this.limits = limits;
    this.segments = new SegmentsModel(limits, eventsPerSegment, this::name);
    this.scopes = new ScopesModel(limits);
  }

  /** All queues that are held or being closed, always in the same order; costs nothing. */
  public List<QueueName> held() {
    return states.values().stream().sorted(HeldQueue.BY_NAME).map(state -> state.queue).toList();
  }

  /** Whether a queue is held or being closed; costs nothing. */
  public boolean isHeld(QueueName queue) {
    return states.containsKey(queue);
  }

  /** Whether none is; costs nothing. */
  public boolean isEmpty() {
    return states.isEmpty();
  }

  /** The parts that have a queue that is held or being closed; costs nothing. */
  public SortedSet<Integer> heldParts() {
    SortedSet<Integer> parts = new TreeSet<>();
    states.keySet().forEach(queue -> parts.add(queue.part()));
    return parts;
  }

  /** Its segments are gone, its state is as it was. */
  public void deleteByHand(QueueName queue) {
    segments.delete(queue);
  }

  /** All that is stored in a queue; costs nothing. */
  public List<ParkedEvent> stored(QueueName queue) {
    return segments.stored(queue);
  }

  /** As in DynamoDB, the lanes of a part are read in one go, however many they are. */
  ParkedView view(String scope, Collection<LaneKey> lanes) {
    limits.read("HEAD", 1);
    scopes.read(scope);
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
    return scopes.view(scope, held, closed, served);
  }

  void served(String target, String mark) {
    limits.write("HEAD", 1);
    served.put(target, mark);
  }

  void save(String scope, SavedMemory.Change change) {
    scopes.save(scope, change);
  }

  public QueueState state(QueueName queue) {
    limits.read(statePartition(queue), 1);
    return found(queue);
  }

  private QueueState found(QueueName queue) {
    HeldQueue state = states.get(queue);
    return state == null ? new Absent() : state.state;
  }

  boolean hold(QueueName queue, long last, Instant now) {
    limits.write("HEAD", 2);
    limits.write(statePartition(queue), 2);
    return states.putIfAbsent(queue, new HeldQueue(queue, name(queue), last, now)) == null;
  }

  QueueState reserve(QueueName queue) {
    limits.write(statePartition(queue), 1);
    HeldQueue state = states.get(queue);
    if (state != null && state.state instanceof Held) {
      state.state = new Held(++state.last);
    }
    return found(queue);
  }

  void put(QueueName queue, long number, List<ParkedEvent> events) {
    segments.put(queue, number, events);
  }

  QueueState confirm(QueueName queue, long number, Map<ParkReason, Integer> counts) {
    limits.write(statePartition(queue), 1);
    HeldQueue state = states.get(queue);
    if (state != null && state.state instanceof Held) {
      state.last = Math.max(state.last, number);
      state.state = new Held(state.last);
      counts.forEach(state::count);
    }
    return found(queue);
  }

  QueueState close(QueueName queue, Closing closing) {
    limits.write(statePartition(queue), 1);
    HeldQueue state = states.get(queue);
    if (state != null && state.state instanceof Held) {
      // As in DynamoDB, where times are milliseconds.
      state.state = new Closing(closing.until().truncatedTo(ChronoUnit.MILLIS), closing.by());
    }
    return found(queue);
  }

  QueueState reopen(QueueName queue, String by) {
    limits.write(statePartition(queue), 1);
    HeldQueue state = states.get(queue);
    if (state != null && isBy(state, by)) {
      state.state = new Held(state.last);
    }
    return found(queue);
  }

  QueueState release(QueueName queue, String by) {
    limits.write("HEAD", 2);
    limits.write(statePartition(queue), 2);
    HeldQueue state = states.get(queue);
    if (state != null && isBy(state, by)) {
      states.remove(queue);
    }
    return found(queue);
  }

  private static boolean isBy(HeldQueue state, String by) {
    return state.state instanceof Closing closing && closing.by().equals(by);
  }

  public List<QueueSummary> queues(int part) {
    limits.read(STATE_PARTITIONS.get(part), 1);
    List<HeldQueue> found = new ArrayList<>();
    for (HeldQueue state : states.values()) {
      if (state.queue.part() == part) {
        found.add(state);
      }
    }
    found.sort(HeldQueue.BY_NAME);
    return found.stream().map(HeldQueue::summary).toList();
  }

  List<QueueSummary> queues(int part, Optional<QueueName> after, int max) {
    String last = after.map(this::name).orElse("");
    return queues(part).stream()
        .filter(summary -> name(summary.queue()).compareTo(last) > 0)
        .limit(max)
        .toList();
  }

  private String name(QueueName queue) {
    return names.computeIfAbsent(queue, QueueName::toString);
  }

  public List<Segment> read(QueueName queue, Optional<Segment> after, OptionalLong upTo, int max) {
    return segments.read(queue, after, upTo, max);
  }

  void remove(QueueName queue, List<Segment> gone, Optional<Instant> oldest) {
    for (Segment segment : gone) {
      if (segments.remove(segment)) {
        countLess(queue, segment.events());
      }
    }
    HeldQueue state = states.get(queue);
    if (state != null) {
      oldest.ifPresent(time -> state.oldest = time);
    }
  }

  void replace(Segment segment, List<ParkedEvent> left) {
    if (!segments.replace(segment, left)) {
      return;
    }
    countLess(segment.queue(), segment.events());
    HeldQueue state = states.get(segment.queue());
    if (state != null) {
      left.forEach(event -> state.count(event.cause().reason(), 1));
    }
  }

  boolean takeOut(Segment segment, List<ParkedEvent> left, List<WayOut> marks) {
    if (!segments.isUnchanged(segment, left)) {
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
    HeldQueue state = states.get(queue);
    if (state != null) {
      gone.forEach(event -> state.count(event.cause().reason(), -1));
    }
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
    return STATE_PARTITIONS.get(queue.part());
  }
}
