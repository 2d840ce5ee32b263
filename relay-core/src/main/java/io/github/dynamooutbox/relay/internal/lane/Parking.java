package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.Kept;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a shard knows of the queues of parked events. That a queue is held is only an assumption,
 * which the queues confirm or deny with each append; that it is not must be true. Belongs to the
 * relay's loop.
 */
public final class Parking {
  /** Of a released backlog, so many lanes are known at most; the others are read again. */
  private static final int MOST_LANES = 10_000;

  /** What was read, which circuits were durable before, and what was held by then. */
  private record Read(ParkedView view, Circuits.Durable before, long changes) {}

  private final ParkingPolicy policy;
  private final String scope;
  private final Optional<ParkingQueues> queues;
  private final RequiredCalls calls;
  private final Kept kept;
  private final Circuits circuits;
  private final Set<QueueName> held = new HashSet<>();

  /**
   * Of each backlog that was found released, the lanes that were read since. A redrive may have
   * moved the events of any other to the lane's own queue: for those it still counts as held.
   */
  private final Map<QueueName, Set<LaneKey>> readSince = new HashMap<>();

  /** How often a queue was found held that was not known to be. */
  private long changes;

  /**
   * Nothing is known yet.
   *
   * @param scope whose circuits
   * @param kept gets what earlier runs have kept
   */
  public Parking(
      ParkingPolicy policy,
      String scope,
      Optional<ParkingQueues> queues,
      RequiredCalls calls,
      Kept kept) {
    this.policy = policy;
    this.scope = scope;
    this.queues = queues;
    this.calls = calls;
    this.kept = kept;
    this.circuits = kept.circuits();
  }

  /** Whether what can never be published is parked, rather than the relay halted. */
  public boolean takesPoison() {
    return policy.parksPoison();
  }

  /** When what may be published later is parked; empty: never. */
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

  private boolean wasReadSinceReleased(QueueName backlog, LaneKey lane) {
    return readSince.getOrDefault(backlog, Set.of()).contains(lane);
  }

  /** Whether anything can be parked. */
  public boolean isDurable() {
    return queues.isPresent();
  }

  /** Reads which queues of these lanes are held, and which targets are down, then goes on. */
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
          }
          ParkedView view = read.view();
          view.held().forEach(this::isHeld);
          view.closedLanes().forEach(lane -> isHeld(new QueueName.Lane(lane)));
          kept.restore(view, read.before());
          then.run();
        });
  }

  private void wasRead(LaneKey lane) {
    Set<LaneKey> read = readSince.get(QueueName.Part.of(lane));
    if (read != null && read.size() <= MOST_LANES) {
      read.add(lane);
    }
  }

  /** A queue holds something that this shard has appended. */
  void held(QueueName queue) {
    isHeld(queue);
  }

  private void isHeld(QueueName queue) {
    boolean wasReleased = readSince.remove(queue) != null;
    if (held.add(queue) || wasReleased) {
      changes++;
    }
  }

  /**
   * A queue is found to hold nothing any more. Some of its events may have been moved: reads again
   * what is known of the lanes that met it, then goes on.
   */
  void released(QueueName queue, Collection<LaneKey> lanes, Runnable then) {
    if (queue.<Boolean>fold(part -> true, lane -> false, single -> false)) {
      backlogReleased(queue, lanes);
    } else {
      held.remove(queue);
    }
    Set<LaneKey> met = new HashSet<>(lanes);
    for (LaneKey lane : lanes) {
      if (lane.target().equals(LaneKey.ALL_TARGETS)) {
        circuits.targets().forEach(target -> met.add(new LaneKey(target, lane.aggregate())));
      }
    }
    refresh(met, then);
  }

  private void backlogReleased(QueueName backlog, Collection<LaneKey> lanes) {
    boolean isNews = !readSince.containsKey(backlog);
    Set<LaneKey> read = readSince.computeIfAbsent(backlog, each -> new HashSet<>());
    if (read.size() > MOST_LANES) {
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
