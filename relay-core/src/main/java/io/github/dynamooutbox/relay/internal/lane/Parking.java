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
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a shard knows of the queues of parked events. That a queue is held is only an assumption,
 * which the queues confirm or deny with each append; that it is not must be true. Belongs to the
 * relay's loop.
 */
public final class Parking {
  /** What was read, and which circuits were durable before. */
  private record Read(ParkedView view, Circuits.Durable before) {}

  private final ParkingPolicy policy;
  private final String scope;
  private final Optional<ParkingQueues> queues;
  private final RequiredCalls calls;
  private final Kept kept;
  private final Circuits circuits;
  private final Set<QueueName> held = new HashSet<>();

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
    if (held.contains(backlog)) {
      return Optional.of(backlog);
    }
    QueueName single = new QueueName.Lane(lane);
    return held.contains(single) ? Optional.of(single) : Optional.empty();
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
          return queues.get().view(scope, lanes).thenApply(view -> new Read(view, before));
        },
        read -> {
          ParkedView view = read.view();
          held.addAll(view.held());
          view.closedLanes().forEach(lane -> held.add(new QueueName.Lane(lane)));
          kept.restore(view, read.before());
          then.run();
        });
  }

  /** A queue holds something that this shard has appended. */
  void held(QueueName queue) {
    held.add(queue);
  }

  /**
   * A queue is found to hold nothing any more. Some of its events may have been moved: reads again
   * what is known of the lanes that met it, then goes on.
   */
  void released(QueueName queue, Collection<LaneKey> lanes, Runnable then) {
    held.remove(queue);
    boolean isBacklog = queue.fold(part -> true, lane -> false, single -> false);
    if (isBacklog && circuits.targets().contains(queue.target())) {
      circuits.served(queue.target());
    }
    Set<LaneKey> met = new HashSet<>(lanes);
    for (LaneKey lane : lanes) {
      if (lane.target().equals(LaneKey.ALL_TARGETS)) {
        circuits.targets().forEach(target -> met.add(new LaneKey(target, lane.aggregate())));
      }
    }
    refresh(met, then);
  }

  ParkingQueues queues() {
    return queues.orElseThrow();
  }
}
