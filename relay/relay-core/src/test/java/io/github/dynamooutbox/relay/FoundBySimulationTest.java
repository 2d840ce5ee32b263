package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What simulation has found, as examples. */
class FoundBySimulationTest extends BusBench {
  @Test
  void sendsNothingMoreOfARecordOnceItHaltsThere() {
    ScriptedTarget small = new ScriptedTarget("a-small-one", true, new BatchLimits(1, 1, 1), loop);
    ShardRelay shard = open(List.of(small, target), Rule.all("a-small-one", "bus"));
    shard.submit(List.of(Records.order(1, "a", 1, Instant.EPOCH, 3)));

    settle(shard);

    assertThat(target.requests).isEmpty();
    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  @Test
  void settlesAfterAHaltHoweverSmallTheWindow() {
    ScriptedTarget one = new ScriptedTarget("bus", true, new BatchLimits(1, 10_000, 1), loop);
    one.always(entries -> new RequestRefused("ValidationException", "no"));
    ShardRelay shard =
        Relay.builder(List.of(one), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .window(2, 1 << 20)
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b"), order(3, "c"), order(4, "d")));

    settle(shard);

    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  @Test
  void settlesAfterAHaltAtAnEventThatCannotBeRenderedHoweverSmallTheWindow() {
    ScriptedTarget one = new ScriptedTarget("bus", true, new BatchLimits(1, 1, 1), loop);
    ShardRelay shard =
        Relay.builder(List.of(one), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .window(1, 1 << 20)
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b"), order(3, "c")));

    settle(shard);

    assertThat(one.requests).isEmpty();
    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  @Test
  void leavesOutARecordThatWasParkedBeforeItCouldBeRead() {
    FinishedDelivery parked =
        new FinishedDelivery(
            position(1),
            new RecordKey("OUTBOX#Order#a", "0000000000000000001"),
            ParkedEvent.WHOLE_RECORD,
            LaneKey.ALL_TARGETS);
    ShardRelay shard =
        builder(Rule.all("bus"))
            .finishedAhead(new Remembered(Set.of(parked)))
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b")));

    settle(shard);

    assertThat(target.accepted).containsExactly("b-1.0");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void parksAnEventThatNoRuleTakesInItsPlaceThoughItsLaneWasReopened() {
    MemoryQueues queues = reopened();
    ShardRelay shard =
        Relay.builder(
                List.of(target), List.of(Rule.matching("{\"type\":[\"Known\"]}", "bus")), loop)
            .clock(loop)
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    shard.submit(
        List.of(
            Records.record(1, "Order", "a", 1, Instant.EPOCH, 1, "Unknown"),
            Records.record(2, "Order", "a", 2, Instant.EPOCH, 1, "Known")));

    settle(shard);

    assertThat(positions(queues)).containsExactly(position(1), position(2));
    assertThat(target.accepted).isEmpty();
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void sendsNothingThatWasSortedBehindTheEventAtWhichItHalts() {
    ShardRelay shard = open(List.of(target), Rule.matching("{\"type\":[\"Known\"]}", "bus"));
    shard.submit(
        List.of(
            Records.record(1, "Order", "a", 2, Instant.EPOCH, 1, "Known"),
            Records.record(2, "Order", "a", 1, Instant.EPOCH, 1, "Unknown")));

    settle(shard);

    assertThat(target.accepted).isEmpty();
    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  @Test
  void sortsNothingPastARecordThatItCannotRead() {
    MemoryQueues queues = reopened();
    ShardRelay shard =
        builder(Rule.all("bus"))
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    shard.submit(
        List.of(
            Records.order(1, "a", 3, Instant.EPOCH, 1),
            Records.malformed(2, "a", 4),
            Records.order(3, "a", 2, Instant.EPOCH, 1),
            Records.order(4, "a", 5, Instant.EPOCH, 1)));

    settle(shard);

    assertThat(target.accepted).containsExactly("a-2.0", "a-3.0");
    assertThat(positions(queues)).containsExactly(position(2), position(4));
  }

  @Test
  void seesALaneThatIsClosedWhileItReadsWhatIsFinishedAhead() {
    LaneKey lane = new LaneKey("bus", "Order#a");
    MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
    FinishedDelivery parkedByTheOtherOwner =
        new FinishedDelivery(
            position(1), new RecordKey("OUTBOX#Order#a", "0000000000000000001"), 0, "bus");
    ShardRelay shard =
        builder(Rule.all("bus"))
            .finishedAhead(new Slow(loop, Set.of(parkedByTheOtherOwner)))
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    loop.schedule(Duration.ofMillis(500), () -> queues.close(lane));
    shard.submit(
        List.of(
            Records.order(1, "a", 1, Instant.EPOCH, 1),
            Records.order(2, "a", 2, Instant.EPOCH, 1)));

    settle(shard);

    assertThat(target.accepted).isEmpty();
    assertThat(positions(queues)).containsExactly(position(2));
  }

  @Test
  void remembersWhatGetsItsReceiptAfterTheHostHasAnswered() {
    ScriptedTarget stuck =
        new ScriptedTarget("stuck", true, new BatchLimits(10, 10_000, 2), loop)
            .latency(Duration.ofHours(1));
    List<Rule> rules =
        List.of(
            Rule.matching("{\"type\":[\"Quick\"]}", "bus"),
            Rule.matching("{\"type\":[\"Stuck\"]}", "stuck"));
    MemoryAhead ahead = new MemoryAhead();
    List<StreamRecord> records =
        List.of(
            Records.record(1, "Order", "a", 1, Instant.EPOCH, 1, "Quick"),
            Records.record(2, "Order", "b", 1, Instant.EPOCH, 1, "Stuck"));
    RelayBuilder relay =
        Relay.builder(List.of(target, stuck), rules, loop).clock(loop).finishedAhead(ahead);

    ShardRelay first = relay.receipts(this::writtenAfterFiveSeconds).build().open("shard");
    first.submit(records);
    loop.runFor(Duration.ofSeconds(2));
    assertThat(target.accepted).containsExactly("a-1.0");
    CompletableFuture<Optional<StreamPosition>> closed = first.close().toCompletableFuture();
    loop.runFor(Duration.ofMillis(600));
    assertThat(closed).isNotDone();
    assertThat(first.firstUnfinished()).as("the host's answer").contains(position(1));
    loop.runUntil(closed::isDone);

    ShardRelay next = relay.build().open("shard");
    next.submit(records);
    loop.runFor(Duration.ofSeconds(2));

    assertThat(target.accepted).containsExactly("a-1.0");
  }

  private CompletionStage<Void> writtenAfterFiveSeconds(Receipt receipt) {
    CompletableFuture<Void> written = new CompletableFuture<>();
    loop.schedule(Duration.ofSeconds(5), () -> written.complete(null));
    return written;
  }

  @Test
  void sendsNothingOfALaneThatWasMovedFromABacklogThatAnotherLaneFindsReleased() {
    QueueName backlog = QueueName.Part.of(new LaneKey("bus", "Order#a"));
    String other =
        Stream.iterate(0, each -> each + 1)
            .map(each -> "b" + each)
            .filter(id -> QueueName.Part.of(new LaneKey("bus", "Order#" + id)).equals(backlog))
            .findFirst()
            .orElseThrow();
    MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(10));
    CompletionStage<Boolean> held = queues.atOnce().hold(backlog, 0, loop.instant());
    assertThat(held).isCompleted();
    queues.releasing.add(backlog);
    ShardRelay shard =
        builder(Rule.all("bus"))
            .window(1, 1_000_000)
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    loop.schedule(Duration.ofMillis(15), () -> queues.close(new LaneKey("bus", "Order#" + other)));
    shard.submit(List.of(order(1, "a"), order(2, other)));

    settle(shard);

    assertThat(target.accepted).containsExactly("a-1.0");
    assertThat(positions(queues)).containsExactly(position(2));
  }

  /** An aggregate is closed when it is read, and is opened before anything is parked behind. */
  private MemoryQueues reopened() {
    MemoryQueues queues = new MemoryQueues(loop, Duration.ZERO);
    LaneKey lane = new LaneKey(LaneKey.ALL_TARGETS, "Order#a");
    queues.close(lane);
    queues.releasing.add(new QueueName.Lane(lane));
    return queues;
  }

  private static List<StreamPosition> positions(MemoryQueues queues) {
    return queues.parked().stream().map(event -> event.place().position()).toList();
  }

  private ShardRelay open(List<Target<?>> targets, Rule rule) {
    return Relay.builder(targets, List.of(rule), loop).clock(loop).build().open("shard");
  }

  /** Answers after a second. */
  private record Slow(VirtualLoop loop, Set<FinishedDelivery> finished)
      implements FinishedAheadStore {
    @Override
    public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
      CompletableFuture<Set<FinishedDelivery>> answer = new CompletableFuture<>();
      loop.schedule(Duration.ofSeconds(1), () -> answer.complete(finished));
      return answer;
    }

    @Override
    public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> ahead) {
      return CompletableFuture.completedStage(null);
    }
  }

  private record Remembered(Set<FinishedDelivery> finished) implements FinishedAheadStore {
    @Override
    public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
      return CompletableFuture.completedStage(finished);
    }

    @Override
    public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> ahead) {
      return CompletableFuture.completedStage(null);
    }
  }
}
