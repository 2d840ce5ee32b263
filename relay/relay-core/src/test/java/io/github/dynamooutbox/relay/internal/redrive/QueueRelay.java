package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The relay of one shard, as far as queues go: it publishes each lane in order, or appends. */
final class QueueRelay {
  private static final int BATCH = 5;

  private final QueueWorld world;
  private final QueueProcess process;
  private final List<LaneKey> lanes;
  private final RequiredCalls calls;
  private final ParkingQueues queues;
  private final Map<LaneKey, Integer> next =
      new TreeMap<>((a, b) -> a.aggregate().compareTo(b.aggregate()));
  private final Set<LaneKey> closed = new HashSet<>();
  private boolean held;
  private boolean ownsShard = true;
  private int busy;

  QueueRelay(QueueWorld world, QueueProcess process, List<LaneKey> lanes) {
    this.world = world;
    this.process = process;
    this.lanes = lanes;
    calls = world.calls(process);
    queues = new AppendingQueues(world.table(process), calls, world.time);
    lanes.forEach(lane -> next.put(lane, world.finished.get(lane)));
  }

  QueueProcess process() {
    return process;
  }

  /** From now on its checkpoints are refused; it does not know. */
  void losesLease() {
    ownsShard = false;
  }

  void batch() {
    view(
        () -> {
          busy = lanes.size();
          lanes.forEach(lane -> next(lane, Math.min(next.get(lane) + BATCH, QueueWorld.EVENTS)));
        });
  }

  private void view(Runnable then) {
    calls.repeat(
        "view",
        () -> queues.view("shard", lanes),
        (ParkedView view) -> {
          held = !view.held().isEmpty();
          closed.clear();
          closed.addAll(view.closedLanes());
          then.run();
        });
  }

  private void next(LaneKey lane, int end) {
    if (world.chance(0.1)) {
      process.schedule(world.upTo(Duration.ofSeconds(5)), () -> proceed(lane, end));
    } else {
      proceed(lane, end);
    }
  }

  private void proceed(LaneKey lane, int end) {
    int event = next.get(lane);
    if (event >= end) {
      if (--busy == 0) {
        process.schedule(world.upTo(Duration.ofSeconds(12)), this::batch);
      }
    } else if (held) {
      append(QueueName.Part.of(lane), lane, end, ParkReason.BEHIND, false);
    } else if (closed.contains(lane)) {
      append(new QueueName.Lane(lane), lane, end, ParkReason.BEHIND, false);
    } else if (world.targetIsDown()) {
      append(QueueName.Part.of(lane), lane, end, ParkReason.BLOCKED, true);
    } else if (world.isPoison(lane, event)) {
      append(new QueueName.Lane(lane), lane, event + 1, ParkReason.REJECTED, true);
    } else {
      calls.repeat(
          "publish",
          () -> process.step("publish", () -> publish(lane, event)),
          done -> {
            finish(lane, 1);
            next(lane, end);
          });
    }
  }

  private boolean publish(LaneKey lane, int event) {
    world.accept(lane, event);
    return true;
  }

  private void append(QueueName queue, LaneKey lane, int end, ParkReason reason, boolean hold) {
    int first = next.get(lane);
    List<ParkedEvent> events = new ArrayList<>();
    for (int i = first; i < Math.min(end, first + 1 + world.random.nextInt(4)); i++) {
      ParkReason why = i == first ? reason : ParkReason.BEHIND;
      events.add(Records.parked(lane, i, i, why, world.time.instant()));
    }
    calls.repeat(
        "append",
        () -> queues.append(queue, events, hold),
        appended -> {
          if (appended == Appended.PARKED) {
            if (queue instanceof QueueName.Lane) {
              closed.add(lane);
            } else {
              held = true;
            }
            finish(lane, events.size());
            next(lane, end);
          } else {
            released(queue, lane, end);
          }
        });
  }

  private void released(QueueName queue, LaneKey lane, int end) {
    if (world.reviews) {
      view(() -> next(lane, end));
    } else if (queue instanceof QueueName.Lane) {
      closed.remove(lane);
      next(lane, end);
    } else {
      held = false;
      next(lane, end);
    }
  }

  private void finish(LaneKey lane, int events) {
    next.merge(lane, events, Integer::sum);
    if (ownsShard) {
      world.finished.merge(lane, next.get(lane), Math::max);
    }
  }
}
