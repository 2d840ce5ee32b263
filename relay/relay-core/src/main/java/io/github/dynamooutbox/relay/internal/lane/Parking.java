package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.Memory;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a shard knows about the queues of parked events. That a queue is held is only an assumption,
 * which each append confirms or refutes; that a queue is not held must be true. Confined to the
 * relay's event loop.
 */
public final class Parking {
  /** At most this many lanes are remembered for a released backlog; the others are read again. */
  private static final int MOST_LANES = 10_000;

  /** What was read, with the durable circuits and the number of changes just before. */
  private record Read(ParkedView view, Circuits.Durable before, long changes) {}

  private final ParkingPolicy policy;
  private final String scope;
  private final Optional<ParkingQueues> queues;
  private final RequiredCalls calls;
  private final Memory memory;
  private final Circuits circuits;
  private final Set<QueueName> held = new LinkedHashSet<>();

  /** The backlogs that the last read found, and those that this shard has appended to since. */
  private final Set<QueueName> backlogs = new HashSet<>();

  /**
   * For each backlog that was found released, the lanes that were read since. A redrive may have
   * moved events of any other lane to that lane's own queue, so the backlog still counts as held
   * for those.
   */
  private final Map<QueueName, Set<LaneKey>> readSince = new HashMap<>();

  /** How often a queue turned out to be held that was not known to be. */
  private long changes;

  /**
   * Starts without knowledge of any queue.
   *
   * @param scope the scope under which the memory is saved
   * @param memory is restored from what earlier runs saved
   */
  public Parking(
      ParkingPolicy policy,
      String scope,
      Optional<ParkingQueues> queues,
      RequiredCalls calls,
      Memory memory) {
    this.policy = policy;
    this.scope = scope;
    this.queues = queues;
    this.calls = calls;
    this.memory = memory;
    this.circuits = memory.circuits();
  }

  /** Whether what can never be published is parked instead of halting the relay. */
  public boolean takesPoison() {
    return policy.parksPoison();
  }

  /** When what may be published later is parked; empty if never. */
  public Optional<BlockedAfter> blockedAfter() {
    return policy.blockedAfter();
  }

  /** Whether a lane is closed by itself. */
  public boolean isClosed(LaneKey lane) {
    return held.contains(new QueueName.Lane(lane));
  }

  /** The queue behind which the next event of a lane has to go, if any. */
  Optional<QueueName> queueOf(LaneKey lane) {
    QueueName backlog = QueueName.Part.of(lane);
    if (held.contains(backlog) && !wasReadSinceReleased(backlog, lane)) {
      return Optional.of(backlog);
    }
    QueueName single = new QueueName.Lane(lane);
    return held.contains(single) ? Optional.of(single) : Optional.empty();
  }

  /** Whether what this target could not accept is parked now, as far as is known. */
  boolean holdsBacklogOf(String target) {
    return backlogs.stream().anyMatch(backlog -> backlog.target().equals(target));
  }

  private boolean wasReadSinceReleased(QueueName backlog, LaneKey lane) {
    return readSince.getOrDefault(backlog, Set.of()).contains(lane);
  }

  /** Whether anything can be parked. */
  public boolean isDurable() {
    return queues.isPresent();
  }

  /** Reads which queues of these lanes are held, and which targets are down, then continues. */
  public void refresh(Collection<LaneKey> lanes, Runnable then) {
    if (queues.isEmpty() || lanes.isEmpty()) {
      then.run();
      return;
    }
    calls.<Read>repeat(
        "read which lanes are closed",
        () -> {
          Circuits.Durable before = circuits.durable();
          long known = changes;
          return queues.get().view(scope, lanes).thenApply(view -> new Read(view, before, known));
        },
        read -> {
          // What was parked meanwhile is not in the answer.
          if (read.changes() == changes) {
            lanes.forEach(this::wasRead);
            backlogs.clear();
          }
          ParkedView view = read.view();
          view.held().forEach(this::markHeld);
          view.closedLanes().forEach(lane -> markHeld(new QueueName.Lane(lane)));
          memory.restore(view.memory(), view.served(), read.before());
          then.run();
        });
  }

  private void wasRead(LaneKey lane) {
    Set<LaneKey> read = readSince.get(QueueName.Part.of(lane));
    if (read != null && read.size() < MOST_LANES) {
      read.add(lane);
    }
  }

  /** A queue holds something that this shard has appended. */
  void held(QueueName queue) {
    markHeld(queue);
  }

  private void markHeld(QueueName queue) {
    boolean wasReleased = readSince.remove(queue) != null;
    if (held.add(queue) || wasReleased) {
      changes++;
    }
    if (queue.isBacklog()) {
      backlogs.add(queue);
    }
  }

  /**
   * A queue was found to be released. Some of its events may have been moved: reads the queues of
   * the lanes concerned again, then continues.
   */
  void released(QueueName queue, Collection<LaneKey> lanes, Runnable then) {
    if (queue.isBacklog()) {
      backlogReleased(queue, lanes);
    } else {
      held.remove(queue);
    }
    Set<LaneKey> met = new LinkedHashSet<>(lanes);
    for (LaneKey lane : lanes) {
      if (lane.target().equals(LaneKey.ALL_TARGETS)) {
        circuits.targets().forEach(target -> met.add(new LaneKey(target, lane.aggregate())));
      }
    }
    refresh(met, then);
  }

  private void backlogReleased(QueueName backlog, Collection<LaneKey> lanes) {
    backlogs.remove(backlog);
    boolean isNews = !readSince.containsKey(backlog);
    Set<LaneKey> read = readSince.computeIfAbsent(backlog, each -> new HashSet<>());
    if (read.size() >= MOST_LANES) {
      read.clear();
    }
    read.addAll(lanes);
    if (isNews && circuits.targets().contains(backlog.target())) {
      circuits.served(backlog.target());
    }
  }

  ParkingQueues queues() {
    return queues.orElseThrow();
  }
}
