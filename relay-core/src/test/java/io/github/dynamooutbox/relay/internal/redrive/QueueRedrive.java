package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One redrive of the part: publishes segment by segment, event by event. */
final class QueueRedrive {
  private static final Duration LEASE = Duration.ofSeconds(30);

  /** As a function's time-out is shorter than the lease. */
  private static final Duration MARGIN = Duration.ofSeconds(18);

  private final QueueWorld world;
  private final QueueProcess process;
  private final QueueTable table;
  private final RequiredCalls calls;
  private final ParkingQueues queues;
  private final String name;
  private Instant leaseEnd = Instant.EPOCH;

  QueueRedrive(QueueWorld world, QueueProcess process) {
    this.world = world;
    this.process = process;
    table = world.table(process);
    calls = world.calls(process);
    queues = new AppendingQueues(table, calls, world.backoff(), world.time);
    name = "redrive-" + System.identityHashCode(this);
  }

  void run() {
    Instant now = world.time.instant();
    calls.repeat(
        "lease",
        () -> table.lease(0, name, now, now.plus(LEASE)),
        lease -> {
          if (lease.owner().equals(name)) {
            leaseEnd = lease.until();
            calls.repeat("queues", () -> table.queues(0), found -> drain(found.iterator()));
          }
        });
  }

  private boolean goOn() {
    return world.time.instant().plus(MARGIN).isBefore(leaseEnd);
  }

  private void drain(Iterator<QueueSummary> left) {
    if (!left.hasNext() || !goOn()) {
      calls.repeat("give back", () -> table.giveBack(0, name), done -> calls.close());
      return;
    }
    QueueDrain.Context context =
        new QueueDrain.Context(
            table, calls, world.backoff(), world.time, this::publish, this::goOn, name);
    new QueueDrain(context, left.next().queue()).start().thenAccept(drained -> drain(left));
  }

  private CompletionStage<List<List<ParkedEvent>>> publish(List<Segment> page) {
    CompletableFuture<List<List<ParkedEvent>>> done = new CompletableFuture<>();
    List<List<ParkedEvent>> left = new ArrayList<>();
    page.forEach(segment -> left.add(new ArrayList<>()));
    List<Runnable> todo = new ArrayList<>();
    Set<LaneKey> stopped = new HashSet<>();
    for (int i = 0; i < page.size(); i++) {
      int index = i;
      for (ParkedEvent event : page.get(i).events()) {
        todo.add(() -> publish(event, page.get(index), left.get(index), stopped, todo));
      }
    }
    todo.add(() -> done.complete(left));
    nextOf(todo);
    return done;
  }

  private static void nextOf(List<Runnable> todo) {
    todo.remove(0).run();
  }

  private void publish(
      ParkedEvent event,
      Segment segment,
      List<ParkedEvent> left,
      Set<LaneKey> stopped,
      List<Runnable> todo) {
    LaneKey lane = event.place().lane();
    int number = Integer.parseInt(event.place().position().sequenceNumber());
    boolean poison = world.isPoison(lane, number);
    boolean inLane = segment.queue() instanceof QueueName.Lane;
    if (stopped.contains(lane) || world.targetIsDown() || !goOn() || (poison && inLane)) {
      stopped.add(lane);
      left.add(event);
      nextOf(todo);
    } else if (inLane) {
      send(lane, number, todo);
    } else {
      calls.repeat(
          "view",
          () -> queues.view("redrive", List.of(lane)),
          view -> {
            if (poison || view.closedLanes().contains(lane)) {
              move(event, segment, left, stopped, poison, todo);
            } else {
              send(lane, number, todo);
            }
          });
    }
  }

  private void move(
      ParkedEvent event,
      Segment segment,
      List<ParkedEvent> left,
      Set<LaneKey> stopped,
      boolean poison,
      List<Runnable> todo) {
    QueueName queue = new QueueName.Lane(event.place().lane());
    calls.repeat(
        "move",
        () -> queues.append(queue, List.of(event), poison),
        appended -> {
          switch (appended) {
            case PARKED -> nextOf(todo);
            case RELEASED -> publish(event, segment, left, stopped, todo);
          }
        });
  }

  private void send(LaneKey lane, int number, List<Runnable> todo) {
    calls.repeat(
        "publish", () -> process.step("publish", () -> accept(lane, number)), done -> nextOf(todo));
  }

  private boolean accept(LaneKey lane, int number) {
    world.accept(lane, number);
    return true;
  }
}
