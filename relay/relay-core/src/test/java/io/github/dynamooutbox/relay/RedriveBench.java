package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Queues with parked events, an ordered target and one without order, all in virtual time. */
abstract class RedriveBench {
  static final LaneKey LANE = new LaneKey("bus", "Order#a");
  static final QueueName OWN = new QueueName.Lane(LANE);
  static final LaneKey ALL = new LaneKey(LaneKey.ALL_TARGETS, "Order#a");
  static final BatchLimits LIMITS = new BatchLimits(10, 10_000, 2);
  static final Set<ParkReason> ANY = EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));
  static final Retry DOWN = new Retry("Down", "is down");

  final VirtualLoop loop = new VirtualLoop();
  final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  final ScriptedTarget bus = new ScriptedTarget("bus", true, LIMITS, loop);
  final ScriptedTarget feed = new ScriptedTarget("feed", false, LIMITS, loop);
  final List<Receipt> receipts = new ArrayList<>();
  List<Rule> rules = List.of(Rule.all("bus", "feed"));
  private int runs;

  /** Parks events of a record in a queue that is held from then on. */
  final void park(
      QueueName queue, LaneKey lane, ParkReason reason, StreamRecord record, int... indexes) {
    List<ParkedEvent> events = new ArrayList<>();
    for (int index : indexes) {
      events.add(parked(lane, reason, record, index));
    }
    append(queue, events);
  }

  final ParkedEvent parked(LaneKey lane, ParkReason reason, StreamRecord record, int index) {
    var item = record.newImage().orElseThrow();
    RecordKey key = new RecordKey(item.get("PK").string(), item.get("SK").string());
    return new ParkedEvent(
        new Place(lane, record.position(), key, index),
        new Cause(reason, reason.name(), "why"),
        new Attempts(1, loop.instant(), loop.instant()),
        item,
        Set.of());
  }

  /** Stores events as one append. */
  final void append(QueueName queue, List<ParkedEvent> events) {
    QueueTable table = queues.atOnce();
    table.hold(queue, 0, loop.instant());
    long[] number = new long[1];
    table
        .reserve(queue)
        .thenAccept(state -> number[0] = state instanceof QueueState.Held held ? held.last() : 0);
    table.put(queue, number[0], events);
    Map<ParkReason, Integer> counts = new EnumMap<>(ParkReason.class);
    events.forEach(event -> counts.merge(event.cause().reason(), 1, Integer::sum));
    table.confirm(queue, number[0], counts);
  }

  /** Parks an event of the lane {@code Order#<id>} in the backlog of the bus. */
  final void backlog(long position, String id, long sequence) {
    LaneKey lane = new LaneKey("bus", "Order#" + id);
    park(
        QueueName.Part.of(lane),
        lane,
        ParkReason.BLOCKED,
        Records.order(position, id, sequence, loop.instant(), 1),
        0);
  }

  static StreamRecord order(long position, long sequence, int events) {
    return Records.order(position, "a", sequence, Instant.EPOCH, events);
  }

  final Redrive open(QueueTable table) {
    return Redrive.builder(new Setup(table, List.of(bus, feed), rules, loop))
        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)))
        .clock(loop)
        .receipts(this::write)
        .build();
  }

  private CompletionStage<Void> write(Receipt receipt) {
    receipts.add(receipt);
    return CompletableFuture.completedStage(null);
  }

  /** Starts a redrive of all parts that lasts a minute. */
  final CompletableFuture<RedriveResult> start(RedriveOrder order) {
    return start(order, queues.table(), Duration.ofSeconds(50));
  }

  /** The same, with a table that answers in its own way, and less time to begin something. */
  final CompletableFuture<RedriveResult> start(
      RedriveOrder order, QueueTable table, Duration untilEnd) {
    Instant now = loop.instant();
    RedriveTime time =
        new RedriveTime(now.plus(untilEnd), now.plusSeconds(58), now.plusSeconds(90));
    Redrive redrive = open(table);
    String name = "run-" + ++runs;
    return redrive
        .parked()
        .thenCompose(parked -> redrive.run(name, parked, order, time))
        .toCompletableFuture();
  }

  final RedriveResult redrive(RedriveOrder order) {
    CompletableFuture<RedriveResult> done = start(order);
    loop.runUntil(done::isDone);
    return done.join();
  }

  final RedriveResult redrive(Set<ParkReason> reasons) {
    return redrive(RedriveOrder.of(reasons));
  }
}
