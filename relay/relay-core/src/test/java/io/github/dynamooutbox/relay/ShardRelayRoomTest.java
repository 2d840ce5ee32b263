package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How much a shard takes at once, and when it tells its host that there is room for more. */
class ShardRelayRoomTest extends BusBench {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration SOON = Duration.ofMillis(1);

  private final MemoryQueues queues = new MemoryQueues(loop, SECOND);
  private int views;

  @Test
  void looksUpTheLanesOfFourBatchesAtOnceAndMakesTheHostWaitFromTheFourthOn() {
    ShardRelay shard = builder(Rule.all("bus")).parking(parking()).build().open("shard");

    List<CompletableFuture<Void>> accepted = submit(shard, 7);

    assertThat(views).isEqualTo(4);
    assertThat(accepted.stream().filter(CompletableFuture::isDone)).hasSize(3);
    settle(shard);
    assertThat(accepted).allMatch(CompletableFuture::isDone);
    assertThat(target.accepted).hasSize(7);
  }

  @Test
  void readsOnceWhatIsFinishedAndNothingElseBeforeThat() {
    SlowAhead ahead = new SlowAhead();
    ShardRelay shard =
        builder(Rule.all("bus")).parking(parking()).finishedAhead(ahead).build().open("shard");

    List<CompletableFuture<Void>> accepted = submit(shard, 7);
    assertThat(views).isZero();
    assertThat(accepted.stream().filter(CompletableFuture::isDone)).hasSize(1);

    ahead.loads.get(0).complete(Set.of());
    loop.runFor(SOON);
    assertThat(views).isEqualTo(4);
    settle(shard);
    assertThat(ahead.loads).hasSize(1);
    assertThat(target.accepted).hasSize(7);
  }

  @Test
  void letsNobodyWaitForRoomInARelayThatIsClosedWhileItLooksUpLanes() {
    ShardRelay shard = builder(Rule.all("bus")).parking(parking()).build().open("shard");
    List<CompletableFuture<Void>> accepted = submit(shard, 7);

    close(shard);

    assertThat(accepted).allMatch(CompletableFuture::isDone);
  }

  @Test
  void readsWhatIsFinishedFromTheFirstRecordOfTheBatchOn() {
    SlowAhead ahead = new SlowAhead();
    ShardRelay shard = builder(Rule.all("bus")).finishedAhead(ahead).build().open("shard");
    shard.submit(List.of(order(3, "a"), order(4, "b"), order(5, "c")));
    loop.runFor(SOON);
    assertThat(ahead.from).containsExactly(position(3));
  }

  @Test
  void acceptsABatchWhenAllOfItIsInTheLanesThoughTheNextIsNot() {
    target.latency(SECOND);
    ShardRelay shard = builder(Rule.all("bus")).window(2, 1 << 20).build().open("shard");
    CompletableFuture<Void> first =
        shard.submit(List.of(order(1, "a"), order(2, "b"), order(3, "c"))).toCompletableFuture();
    CompletableFuture<Void> second =
        shard.submit(List.of(order(4, "d"), order(5, "e"), order(6, "f"))).toCompletableFuture();

    loop.runFor(SOON);
    assertThat(first).isNotDone();
    loop.runFor(SECOND);
    assertThat(first).isDone();
    assertThat(second).isNotDone();
    loop.runFor(SECOND);
    assertThat(second).isDone();
  }

  @Test
  void sendsTheFirstRequestBeforeItReadsTheRestOfTheBatch() {
    List<Integer> sentWhenRead = new ArrayList<>();
    List<StreamRecord> batch = new ArrayList<>();
    for (int position = 1; position <= 200; position++) {
      batch.add(order(position, "a" + position));
    }
    batch.set(199, readLast(batch.get(199), () -> sentWhenRead.add(target.requests.size())));
    ShardRelay shard = builder(Rule.all("bus")).parking(parking()).build().open("shard");

    shard.submit(batch);
    settle(shard);

    assertThat(sentWhenRead).isNotEmpty().allMatch(requests -> requests > 0);
    assertThat(views).as("requests to the control table").isOne();
    assertThat(target.accepted).hasSize(200);
  }

  @Test
  void sendsOnlyFullRequestsWhileTheRestOfTheBatchIsRead() {
    ScriptedTarget wide = new ScriptedTarget("bus", true, new BatchLimits(10, 10_000, 100), loop);
    ShardRelay shard =
        Relay.builder(List.of(wide), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .build()
            .open("shard");

    shard.submit(
        IntStream.rangeClosed(1, 205).mapToObj(number -> order(number, "a" + number)).toList());
    settle(shard);

    assertThat(wide.requests.subList(0, 20)).allMatch(request -> request.size() == 10);
    assertThat(wide.requests.get(20)).hasSize(5);
  }

  @Test
  void putsRecordsInOrderThatAreFarApartInTheirBatch() {
    List<StreamRecord> batch = new ArrayList<>();
    batch.add(Records.order(1, "a", 2, loop.instant(), 1));
    for (int position = 2; position <= 200; position++) {
      batch.add(order(position, "b" + position));
    }
    batch.add(Records.order(201, "a", 1, loop.instant(), 1));
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");

    shard.submit(batch);
    settle(shard);

    assertThat(target.accepted.stream().filter(id -> id.startsWith("a-")))
        .containsExactly("a-1.0", "a-2.0");
  }

  private static StreamRecord readLast(StreamRecord record, Runnable read) {
    ItemView image = record.newImage().orElseThrow();
    ItemView telling =
        new ItemView() {
          @Override
          public Set<String> names() {
            return image.names();
          }

          @Override
          public AttributeView get(String name) {
            read.run();
            return image.get(name);
          }
        };
    return new StreamRecord(
        record.position(), record.change(), record.keys(), Optional.of(telling));
  }

  @Test
  void whatWaitsBehindAnEventThatIsParkedLeavesTheRoomThatItTook() {
    queues.latency = SOON;
    ShardRelay shard =
        builder(Rule.matching("{\"type\":[\"OrderChanged\"]}", "bus"))
            .parking(parking())
            .window(3, 1 << 20)
            .build()
            .open("shard");
    shard.submit(
        List.of(
            Records.record(1, "Order", "a", 1, loop.instant(), 1, "Unknown"),
            Records.order(2, "a", 2, loop.instant(), 1),
            Records.order(3, "a", 3, loop.instant(), 1)));
    settle(shard);
    assertThat(queues.parked()).hasSize(3);

    target.latency(SECOND);
    shard.submit(
        IntStream.range(4, 14).mapToObj(position -> order(position, "b" + position)).toList());
    loop.runFor(Duration.ofMillis(100));
    assertThat(target.requests).extracting(List::size).containsExactly(3);
  }

  private List<CompletableFuture<Void>> submit(ShardRelay shard, int batches) {
    List<CompletableFuture<Void>> accepted = new ArrayList<>();
    for (int batch = 1; batch <= batches; batch++) {
      accepted.add(shard.submit(List.of(order(batch, "a" + batch))).toCompletableFuture());
    }
    loop.runFor(SOON);
    return accepted;
  }

  private ParkingPolicy parking() {
    Steps counting =
        new Steps() {
          @Override
          public <T> CompletionStage<T> step(String what, Supplier<T> step) {
            views += what.equals("view") ? 1 : 0;
            return queues.step(what, step);
          }
        };
    return new ParkingPolicy(Optional.of(queues.table(counting)), true, Optional.empty());
  }

  private static final class SlowAhead implements FinishedAheadStore {
    private final List<CompletableFuture<Set<FinishedDelivery>>> loads = new ArrayList<>();
    private final List<StreamPosition> from = new ArrayList<>();

    @Override
    public CompletionStage<Set<FinishedDelivery>> load(StreamPosition first) {
      from.add(first);
      loads.add(new CompletableFuture<>());
      return loads.get(loads.size() - 1);
    }

    @Override
    public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> finished) {
      return CompletableFuture.completedStage(null);
    }
  }
}
