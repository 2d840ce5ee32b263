package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When parking itself fails. */
class ParkingTroubleTest extends ParkingBench {
  private static final PublishOutcome RETRY = new Retry("SLOW_DOWN", "later");

  @Test
  void parkingIsTriedAgainUntilItSucceeds() {
    target.always(rejecting("a-1.0"));
    for (int i = 0; i < 20; i++) {
      queues.failures.add(new IllegalStateException("no rights"));
    }
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1)));
    settle(shard);

    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 REJECTED");
    assertThat(told)
        .filteredOn(line -> line.startsWith("control"))
        .hasSize(20)
        .containsOnly("control park events: IllegalStateException: no rights");
  }

  @Test
  void throttledParkingIsTriedAgainSoonHoweverLongTargetsAreLeftAlone() {
    ofTargets = new Backoff(Duration.ofSeconds(60), Duration.ofMinutes(5), new Random(1));
    target.always(rejecting("a-1.0"));
    for (int i = 0; i < 3; i++) {
      queues.failures.add(new IllegalStateException("throttled"));
    }
    ShardRelay shard = open(target);
    Instant start = loop.instant();
    shard.submit(List.of(order(1, "a", 1)));
    settle(shard);

    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 REJECTED");
    assertThat(Duration.between(start, loop.instant())).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void whatQueuesCanNeverHoldHaltsTheShardThere() {
    target.always(rejecting("a-1.0"));
    // Together with the event behind it, and then by itself.
    queues.failures.add(new UnparkableException("410 KB"));
    queues.failures.add(new UnparkableException("410 KB"));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "a", 2), order(3, "b", 1)));
    settle(shard);
    loop.runAll();

    assertThat(shard.firstUnfinished()).contains(position(1));
    assertThat(queues.parked()).isEmpty();
    assertThat(target.accepted).doesNotContain("a-2.0");
    assertThat(told).contains("halted 1 UNPARKABLE 410 KB");
  }

  @Test
  void whatQueuesCanNeverHoldBehindAnotherHaltsTheShardToo() {
    queues.close(LANE);
    queues.failures.add(new UnparkableException("410 KB"));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "b", 1), order(2, "a", 1)));
    settle(shard);

    assertThat(shard.firstUnfinished()).contains(position(2));
    assertThat(target.accepted).containsExactly("b-1.0");
    assertThat(told).contains("halted 2 UNPARKABLE 410 KB");
  }

  @Test
  void anUnreadableRecordThatQueuesCanNeverHoldHaltsTheShard() {
    queues.failures.add(new UnparkableException("410 KB"));
    ShardRelay shard = open(target);
    shard.submit(List.of(Records.malformed(1, "a", 1), order(2, "a", 2)));
    settle(shard);

    assertThat(shard.firstUnfinished()).contains(position(1));
    assertThat(target.accepted).isEmpty();
    assertThat(told).contains("halted 1 UNPARKABLE 410 KB");
  }

  @Test
  void aShardThatIsClosedAsksQueuesNoMore() {
    target.always(rejecting("a-1.0"));
    for (int i = 0; i < 100; i++) {
      queues.failures.add(new IllegalStateException("no rights"));
    }
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1)));
    loop.runUntil(() -> queues.failures.size() < 95);
    Optional<StreamPosition> closed = close(shard);
    int left = queues.failures.size();
    loop.runAll();

    assertThat(queues.failures).hasSizeGreaterThanOrEqualTo(left - 1);
    assertThat(queues.parked()).isEmpty();
    assertThat(closed).contains(position(1));
  }

  @Test
  void aHaltGivesUpWhatWaitsOrIsHeldBehindIt() {
    target.always(by(Map.of("x-1.0", new Rejected("BAD", "why"), "a-1.0", RETRY)));
    queues.failures.add(new UnparkableException("410 KB"));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "x", 1), order(2, "a", 1), unknown(3, "a", 2)));
    settle(shard);
    int sent = target.requests.size();
    loop.runAll();

    assertThat(shard.firstUnfinished()).contains(position(1));
    assertThat(queues.parked()).isEmpty();
    assertThat(target.requests).as("nothing is sent any more").hasSize(sent);
  }

  @Test
  void aHaltLetsWhatIsBeforeItFinishAndNothingBehindIt() {
    queues.latency = Duration.ZERO;
    target.next(by(Map.of("x-1.0", new Rejected("BAD", "why"), "a-1.0", RETRY)));
    queues.failures.add(new UnparkableException("410 KB"));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "x", 1), order(3, "a", 2)));
    settle(shard);

    assertThat(shard.firstUnfinished()).contains(position(2));
    assertThat(target.accepted).containsExactly("a-1.0");
  }

  @Test
  void aHaltOfATargetWithoutOrderSettlesToo() {
    ScriptedTarget unordered =
        new ScriptedTarget("bus", false, new BatchLimits(10, 10_000, 2), loop);
    unordered.always(rejecting("a-1.0"));
    queues.failures.add(new UnparkableException("410 KB"));
    ShardRelay shard = open(unordered);
    shard.submit(List.of(order(1, "a", 1)));
    settle(shard);

    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  /** A lane of 10 MB is parked in parts, whatever time a run has. */
  @Test
  void whatIsParkedCountsThoughTheRunEndsBeforeAllOfItsLaneIs() {
    MemoryQueues slow = new MemoryQueues(loop, Duration.ofSeconds(1));
    target.always(rejecting("a-1.0"));
    List<StreamRecord> batch = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      StreamRecord order = order(i, "a", i);
      Item.Builder item = Item.builder();
      Item.copyOf(order.newImage().orElseThrow()).asMap().forEach(item::put);
      item.put("pad", "x".repeat(350_000));
      batch.add(
          new StreamRecord(
              order.position(), order.change(), order.keys(), Optional.of(item.build())));
    }
    List<Integer> left = new ArrayList<>();
    for (int run = 0; run < 6 && !batch.isEmpty(); run++) {
      ShardRelay shard =
          Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
              .clock(loop)
              .parking(new ParkingPolicy(Optional.of(slow.table()), true, Optional.of(BLOCKED)))
              .build()
              .open("shard");
      shard.submit(batch);
      loop.runFor(Duration.ofSeconds(10));
      var closed = shard.close().toCompletableFuture();
      loop.runUntil(closed::isDone);
      closed
          .join()
          .ifPresentOrElse(
              at -> batch.removeIf(each -> each.position().compareTo(at) < 0), batch::clear);
      left.add(batch.size());
    }

    assertThat(left).isSortedAccordingTo(Comparator.reverseOrder());
    assertThat(left.get(0)).isBetween(1, 29);
    assertThat(batch).isEmpty();
    assertThat(slow.parked().stream().map(each -> each.place().position()).distinct()).hasSize(30);
  }

  /** A queue that is known to be held is not held once more. */
  @Test
  void parksWithThreeCallsTheFirstTimeAndLater() {
    ScriptedTarget feed = new ScriptedTarget("bus", false, new BatchLimits(10, 10_000, 2), loop);
    feed.always(answer(new Rejected("TOO_BAD", "never")));
    ShardRelay shard = open(feed);

    shard.submit(List.of(order(1, "a", 1)));
    settle(shard);
    assertThat(appends()).isEqualTo(Map.of("hold", 1, "put", 1, "confirm", 1));
    shard.submit(List.of(order(2, "a", 2)));
    settle(shard);
    assertThat(appends()).isEqualTo(Map.of("hold", 1, "reserve", 1, "put", 2, "confirm", 2));
    queues.release(QueueName.Single.of(LANE));
    shard.submit(List.of(order(3, "a", 3)));
    settle(shard);
    assertThat(appends()).isEqualTo(Map.of("hold", 2, "reserve", 2, "put", 3, "confirm", 3));
  }

  @Test
  void holdsAQueueAgainThatARedriveReleasesBeforeWhatIsStoredIsConfirmed() {
    ScriptedTarget feed = new ScriptedTarget("bus", false, new BatchLimits(10, 10_000, 2), loop);
    feed.always(answer(new Rejected("TOO_BAD", "never")));
    QueueName queue = QueueName.Single.of(LANE);
    queues.releasingUnconfirmed.add(queue);
    ShardRelay shard = open(feed);

    shard.submit(List.of(order(1, "a", 1)));
    settle(shard);

    assertThat(shard.firstUnfinished()).isEmpty();
    assertThat(queues.held()).containsExactly(queue);
    assertThat(appends()).isEqualTo(Map.of("hold", 2, "put", 1, "confirm", 2));
  }

  private Map<String, Integer> appends() {
    Map<String, Integer> appends = new HashMap<>(queues.steps);
    appends.keySet().retainAll(Set.of("hold", "reserve", "put", "confirm"));
    return appends;
  }
}
