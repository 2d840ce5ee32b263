package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What is parked, in which order, and what goes on meanwhile. */
class ShardRelayParkingTest extends ParkingBench {
  /** What waits behind a parked event of its aggregate has room in the window, until it is sent. */
  @Test
  void eventsWhoseLaneIsReopenedLeaveTheirRoomToOthers() {
    queues.close(ALL);
    queues.releasing.add(new QueueName.Lane(ALL));
    ShardRelay shard =
        Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .window(2, 1 << 20)
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a", 1), order(2, "a", 2), order(3, "b", 1), order(4, "c", 1)));
    loop.runFor(Duration.ofMinutes(1));

    assertThat(target.accepted).containsExactlyInAnyOrder("a-1.0", "a-2.0", "b-1.0", "c-1.0");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void aRejectedEventTakesItsLaneWithItAndNothingElse() {
    target.always(rejecting("a-1.0"));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "b", 1), order(3, "a", 2), order(4, "a", 3)));
    settle(shard);

    assertThat(queues.told())
        .containsExactly(
            "bus/Order#a 1.0 REJECTED", "bus/Order#a 3.0 BEHIND", "bus/Order#a 4.0 BEHIND");
    assertThat(target.accepted).containsExactly("b-1.0");
    assertThat(shard.firstUnfinished()).isEmpty();
    assertThat(told)
        .containsExactly(
            "rejected a-1.0 TOO_BAD",
            "parked a-1.0 REJECTED TOO_BAD",
            "parked a-2.0 BEHIND BEHIND",
            "parked a-3.0 BEHIND BEHIND");
  }

  @Test
  void recordsWhoseKeysNameNoAggregateAreParkedTogether() {
    List<StreamRecord> foreign = new ArrayList<>();
    for (int i = 1; i <= 500; i++) {
      Item item =
          Item.builder()
              .put("PK", "OUTBOX#" + i)
              .put("SK", "1")
              .put("event_type", "OrderPlaced")
              .put("payload", "{}")
              .build();
      foreign.add(new StreamRecord(position(i), ChangeType.INSERT, item, Optional.of(item)));
    }
    ShardRelay shard = open(target);
    shard.submit(foreign);
    settle(shard);

    assertThat(shard.firstUnfinished()).isEmpty();
    assertThat(queues.parked()).hasSize(500);
    assertThat(queues.held()).allMatch(QueueName.Single.class::isInstance);
    assertThat(queues.times("put")).isLessThanOrEqualTo(QueueName.PARTS);
    assertThat(queues.times("hold")).isLessThanOrEqualTo(QueueName.PARTS);

    // Those of an aggregate close its lane as ever.
    shard.submit(List.of(Records.malformed(501, "a", 1), order(502, "a", 2)));
    settle(shard);
    assertThat(target.accepted).isEmpty();
    assertThat(queues.parked()).hasSize(502);
  }

  @Test
  void aTargetWithoutOrderLosesTheEventOnly() {
    ScriptedTarget unordered =
        new ScriptedTarget("bus", false, new BatchLimits(10, 10_000, 2), loop);
    unordered.always(rejecting("a-1.0"));
    ShardRelay shard = open(unordered);
    shard.submit(List.of(order(1, "a", 1), order(2, "a", 2)));
    settle(shard);

    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 REJECTED");
    assertThat(unordered.accepted).containsExactly("a-2.0");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void whatATargetWithoutOrderRejectsOfARecordIsParkedTogether() {
    ScriptedTarget unordered =
        new ScriptedTarget("bus", false, new BatchLimits(10, 10_000, 2), loop);
    unordered.always(
        entries ->
            new PerEntry(
                entries.stream()
                    .map(sent -> sent.id().endsWith("7") ? Published.INSTANCE : rejected())
                    .toList()));
    // One of them is tried again before it is rejected.
    unordered.next(
        entries -> {
          List<PublishOutcome> outcomes = new ArrayList<>();
          entries.forEach(sent -> outcomes.add(rejected()));
          outcomes.set(3, new Retry("SLOW_DOWN", "later"));
          return new PerEntry(outcomes);
        });
    ShardRelay shard = open(unordered);
    shard.submit(List.of(Records.order(1, "a", 1, loop.instant(), 300)));
    settle(shard);

    assertThat(queues.parked()).hasSize(271);
    assertThat(unordered.requests).hasSizeGreaterThan(29);
    assertThat(queues.times("put")).isLessThanOrEqualTo(2);
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  private static PublishOutcome rejected() {
    return new Rejected("BAD", "why");
  }

  @Test
  void anEventIsUnfinishedUntilItsCopyIsDurable() {
    target.always(rejecting("a-1.0"));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1)));
    loop.runUntil(() -> told.contains("rejected a-1.0 TOO_BAD"));

    assertThat(queues.parked()).isEmpty();
    assertThat(shard.firstUnfinished()).contains(position(1));
    settle(shard);
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void whatWasTriedIsKeptWithTheEvent() {
    target.next(answer(new Retry("SLOW_DOWN", "later"))).next(answer(new Rejected("BAD", "why")));
    Instant start = loop.instant();
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1)));
    settle(shard);

    ParkedEvent parked = queues.parked().get(0);
    assertThat(parked.attempts().count()).isEqualTo(2);
    assertThat(parked.attempts().first()).isEqualTo(start.plusMillis(7));
    assertThat(parked.attempts().last()).isAfter(parked.attempts().first());
    assertThat(parked.cause()).isEqualTo(new ParkedEvent.Cause(ParkReason.REJECTED, "BAD", "why"));
    assertThat(parked.item().get("PK").string()).isEqualTo("OUTBOX#Order#a");
  }

  @Test
  void whatComesBehindAClosedLaneIsParkedUnsent() {
    queues.close(LANE);
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "b", 1)));
    settle(shard);

    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 BEHIND");
    assertThat(target.accepted).containsExactly("b-1.0");
    assertThat(queues.parked().get(0).attempts().count()).isZero();
  }

  @Test
  void aLaneThatWasReopenedMeanwhileIsPublishedInOrder() {
    queues.close(LANE);
    queues.releasing.add(new QueueName.Lane(LANE));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "a", 2)));
    settle(shard);

    assertThat(queues.parked()).isEmpty();
    assertThat(target.accepted).containsExactly("a-1.0", "a-2.0");
  }

  @Test
  void closedLanesAreReadOnceForABatch() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "b", 1), order(3, "c", 1)));
    settle(shard);

    assertThat(queues.times("view")).isEqualTo(1);
  }

  @Test
  void anEventThatNoRuleTakesIsParkedOnceWhatIsBeforeItIsPublished() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), unknown(2, "a", 2), order(3, "a", 3), order(4, "b", 1)));
    loop.runUntil(() -> !target.requests.isEmpty());
    assertThat(queues.parked()).isEmpty();
    settle(shard);

    assertThat(queues.told()).containsExactly("*/Order#a 2.0 UNROUTABLE", "*/Order#a 3.0 BEHIND");
    assertThat(queues.parked().get(0).attempts().count()).isZero();
    assertThat(target.accepted).containsExactlyInAnyOrder("a-1.0", "b-1.0");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void whatWasHeldIsPublishedWhereItsAggregateWasReopened() {
    queues.close(ALL);
    queues.releasing.add(new QueueName.Lane(ALL));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "a", 2)));
    settle(shard);

    assertThat(queues.parked()).isEmpty();
    assertThat(target.accepted).containsExactly("a-1.0", "a-2.0");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void whatWasHeldAndIsRejectedThenClosesTheLaneOfItsAggregate() {
    queues.close(ALL);
    queues.releasing.add(new QueueName.Lane(ALL));
    target.always(rejecting("a-1.0"));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "a", 2)));
    settle(shard);

    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 REJECTED", "bus/Order#a 2.0 BEHIND");
  }

  @Test
  void aRecordThatCannotBeReadIsParkedWhole() {
    ShardRelay shard = open(target);
    shard.submit(List.of(Records.malformed(1, "a", 1), order(2, "a", 2), order(3, "b", 1)));
    settle(shard);

    assertThat(queues.told()).containsExactly("*/Order#a 1.-1 MALFORMED", "*/Order#a 2.0 BEHIND");
    assertThat(target.accepted).containsExactly("b-1.0");
    assertThat(told).contains("unreadable 1");
  }

  @Test
  void anEventThatFailsForLongBesideOthersThatPassMakesRoom() {
    target.always(
        entries ->
            new PerEntry(
                entries.stream()
                    .<PublishOutcome>map(
                        sent ->
                            sent.id().startsWith("a-")
                                ? new Retry("DOWN", "no answer")
                                : Published.INSTANCE)
                    .toList()));
    ShardRelay shard = open(target);
    shard.submit(
        List.of(
            order(1, "a", 1),
            order(2, "a", 2),
            order(3, "b", 1),
            order(4, "c", 1),
            order(5, "d", 1),
            order(6, "e", 1),
            order(7, "f", 1)));
    loop.runFor(Duration.ofSeconds(29));
    assertThat(queues.parked()).as("not yet for that long").isEmpty();
    settle(shard);
    int sent = target.requests.size();
    loop.runAll();

    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 BLOCKED", "bus/Order#a 2.0 BEHIND");
    assertThat(target.requests).as("what is parked is not sent again").hasSize(sent);
    assertThat(queues.parked().get(0).cause().code()).isEqualTo("DOWN");
    assertThat(target.accepted)
        .containsExactlyInAnyOrder("b-1.0", "c-1.0", "d-1.0", "e-1.0", "f-1.0");
  }

  @Test
  void noEventMakesRoomWhileItsTargetAcceptsFewOfAll() {
    Random random = new Random(7);
    target.always(
        entries ->
            new PerEntry(
                entries.stream()
                    .<PublishOutcome>map(
                        sent ->
                            random.nextInt(20) == 0 ? Published.INSTANCE : new Retry("DOWN", "no"))
                    .toList()));
    ShardRelay shard = open(target);
    List<StreamRecord> orders = new ArrayList<>();
    for (int number = 1; number <= 300; number++) {
      orders.add(order(number, "a" + number, number));
    }
    Instant start = loop.instant();
    shard.submit(orders);
    settle(shard);

    assertThat(queues.parked()).isEmpty();
    assertThat(Duration.between(start, loop.instant()))
        .isGreaterThan(BLOCKED.stuck().multipliedBy(2));
  }

  @Test
  void aForeignItemWithAKeyLikeAnEarlierSequenceStaysBehindWhatWasCommittedBefore() {
    ShardRelay shard = open(target);
    shard.submit(
        List.of(order(1, "a", 5), order(2, "a", 6), Records.foreign(3, "a", 0), order(4, "a", 7)));
    settle(shard);

    assertThat(target.accepted).containsExactly("a-5.0", "a-6.0");
    assertThat(queues.told()).containsExactly("*/Order#a 3.-1 MALFORMED", "*/Order#a 4.0 BEHIND");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void aForeignItemWithAKeyLikeTheLastSequenceSaysNothingOfTheOrderOfWhatFollows() {
    ShardRelay shard = open(target);
    shard.submit(
        List.of(Records.foreign(1, "a", Long.MAX_VALUE), order(2, "a", 1), order(3, "a", 2)));
    settle(shard);

    assertThat(target.accepted).isEmpty();
    assertThat(queues.told())
        .containsExactly(
            "*/Order#a 1.-1 MALFORMED", "*/Order#a 2.0 BEHIND", "*/Order#a 3.0 BEHIND");
  }

  @Test
  void aRecordThatCannotBeReadAnyMoreKeepsItsPlaceInTheSequence() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 2), Records.damaged(2, "a", 1)));
    settle(shard);

    assertThat(target.accepted).isEmpty();
    assertThat(queues.told())
        .containsExactlyInAnyOrder("*/Order#a 2.-1 MALFORMED", "*/Order#a 1.0 BEHIND");
  }

  @Test
  void soDoesOneThatHasLostItsSequenceButNamesItsAggregate() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 2), Records.withoutSequence(2, "a", 1)));
    settle(shard);

    assertThat(target.accepted).isEmpty();
    assertThat(queues.told())
        .containsExactlyInAnyOrder("*/Order#a 2.-1 MALFORMED", "*/Order#a 1.0 BEHIND");
  }
}
