package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a relay tells, and how it ends, when something around it fails. */
class ShardRelayTroubleTest extends BusBench {
  @Test
  void saysThatTheControlTableDoesNotAnswerAndGoesOnWhenItDoes() {
    AtomicBoolean answers = new AtomicBoolean();
    MemoryQueues queues = new MemoryQueues(loop, Duration.ZERO);
    Steps failing =
        new Steps() {
          @Override
          public <T> CompletionStage<T> step(String what, Supplier<T> step) {
            return answers.get()
                ? queues.step(what, step)
                : CompletableFuture.failedStage(
                    new CompletionException(new IllegalStateException("no rights")));
          }
        };
    ShardRelay shard =
        builder(Rule.all("bus"))
            .parking(new ParkingPolicy(Optional.of(queues.table(failing)), true, Optional.empty()))
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofSeconds(1));

    assertThat(told.control)
        .isNotEmpty()
        .containsOnly("read which lanes are closed: IllegalStateException: no rights");
    assertThat(target.requests).isEmpty();

    answers.set(true);
    settle(shard);
    assertThat(target.accepted).containsExactly("a-1.0");
  }

  @Test
  void anErrorOnTheLoopEndsTheRunAtOnce() {
    Told failing =
        new Told() {
          @Override
          public void observe(RelayEvent event) {
            super.observe(event);
            if (event instanceof RelayEvent.BatchSent) {
              throw new InternalError();
            }
          }
        };
    ShardRelay shard = builder(Rule.all("bus")).observer(failing).build().open("shard");
    shard.submit(List.of(order(1, "a")));
    CompletableFuture<Void> settled = shard.settled().toCompletableFuture();

    assertThatThrownBy(() -> loop.runUntil(settled::isDone)).isInstanceOf(InternalError.class);
    loop.runFor(Duration.ZERO);
    assertThat(settled).isDone();
    assertThat(shard.firstUnfinished()).contains(new StreamPosition("1"));
    assertThat(failing.halts)
        .singleElement()
        .asString()
        .startsWith("1 INTERNAL")
        .contains("InternalError");

    shard.submit(List.of(order(2, "b")));
    settle(shard);
    Optional<StreamPosition> closed = close(shard);
    assertThat(closed).contains(new StreamPosition("1"));
  }

  @Test
  void batchesDoNotWaitForEachOthersAnswerOfASlowControlTable() {
    MemoryQueues queues = new MemoryQueues(loop, Duration.ofSeconds(2));
    ShardRelay shard =
        builder(Rule.all("bus"))
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    Instant start = loop.instant();
    for (int batch = 0; batch < 40; batch++) {
      CompletableFuture<Void> room =
          shard.submit(List.of(order(batch + 1, "a" + batch))).toCompletableFuture();
      loop.runUntil(room::isDone);
    }
    settle(shard);

    assertThat(target.accepted).hasSize(40);
    assertThat(Duration.between(start, loop.instant()))
        .as("40 batches, and every answer takes 2 s")
        .isLessThan(Duration.ofSeconds(25));
  }

  @Test
  void letsNobodyWaitForRoomInARelayThatIsClosed() {
    target.latency(Duration.ofHours(1));
    ShardRelay shard = builder(Rule.all("bus")).window(1, 1 << 20).build().open("shard");
    CompletableFuture<Void> first =
        shard.submit(List.of(order(1, "a"), order(2, "b"))).toCompletableFuture();
    CompletableFuture<Void> second = shard.submit(List.of(order(3, "c"))).toCompletableFuture();
    loop.runFor(Duration.ofSeconds(1));
    assertThat(first).isNotDone();

    Optional<StreamPosition> closed = close(shard);

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(closed).contains(position(1));
  }

  @Test
  void retriesAnEventThatItsTargetFailsToPrepareAndSaysNothingOfItsContent() {
    target.failsToPrepare("b-1.0", new IllegalArgumentException("secret"));
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b"), order(3, "c")));

    loop.runFor(Duration.ofSeconds(20));

    assertThat(target.accepted).containsExactly("a-1.0", "c-1.0");
    assertThat(shard.firstUnfinished()).contains(position(2));
    assertThat(told.halts).isEmpty();
    assertThat(told.retries)
        .hasSizeGreaterThan(5)
        .allSatisfy(
            retry ->
                assertThat(retry)
                    .startsWith("b-1.0 IllegalArgumentException")
                    .doesNotContain("secret"));
  }

  @Test
  void anEventWhoseRequestTheTargetThrowsInHoldsUpNoOther() {
    target.always(
        entries -> {
          if (entries.stream().anyMatch(entry -> entry.id().equals("e-1.0"))) {
            throw new IllegalStateException("secret");
          }
          return ScriptedTarget.acceptAll(entries);
        });
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
    shard.submit(IntStream.range(0, 8).mapToObj(i -> order(i + 1, "" + (char) ('a' + i))).toList());

    loop.runFor(Duration.ofSeconds(20));

    assertThat(target.accepted)
        .containsExactlyInAnyOrder("a-1.0", "b-1.0", "c-1.0", "d-1.0", "f-1.0", "g-1.0", "h-1.0");
    assertThat(shard.firstUnfinished()).contains(position(5));
    assertThat(told.halts).isEmpty();
    assertThat(told.retries).allSatisfy(retry -> assertThat(retry).doesNotContain("secret"));
  }

  @Test
  void haltsAtAnEventThatIsBlamedForAnUnknownErrorIfItCannotPark() {
    target.always(
        entries ->
            BatchOutcome.all(
                entries.size(),
                new PublishOutcome.Retry("New", "blamed", PublishOutcome.Retry.Reason.ENTRY)));
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
    shard.submit(List.of(order(1, "a")));

    settle(shard);

    assertThat(told.halts).singleElement().asString().contains("New", "a-1.0", "blamed");
    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  @Test
  void haltsWhereThePositionsOfABatchDoNotRise() {
    for (List<Integer> positions : List.of(List.of(1, 5, 3, 7), List.of(1, 3, 3, 7))) {
      target.accepted.clear();
      told.halts.clear();
      ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
      shard.submit(positions.stream().map(each -> order(each, "o" + each)).toList());

      settle(shard);

      assertThat(target.accepted).as("%s", positions).containsExactly("o1-1.0");
      assertThat(shard.firstUnfinished()).contains(position(3));
      assertThat(told.halts).singleElement().asString().startsWith("3 DISORDER");
    }
  }

  @Test
  void whatWasSubmittedBeforeIsIgnoredWhereverItIsInABatch() {
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b")));
    shard.submit(List.of(order(2, "b"), order(1, "a"), order(3, "c")));

    settle(shard);

    assertThat(target.accepted).containsExactly("a-1.0", "b-1.0", "c-1.0");
    assertThat(told.halts).isEmpty();
  }

  @Test
  void haltsAtRecordsThatHaveOtherKeysThanConfigured() {
    Item keys = Item.builder().put("pk", Attribute.string("OUTBOX#Order#1")).put("sk", "1").build();
    for (ChangeType change : ChangeType.values()) {
      told.halts.clear();
      ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
      shard.submit(List.of(new StreamRecord(position(1), change, keys, Optional.of(keys))));

      settle(shard);

      assertThat(shard.firstUnfinished()).contains(position(1));
      assertThat(told.halts)
          .singleElement()
          .asString()
          .contains("1 OTHER_KEYS", "[pk, sk]", "PK and SK", "table.partitionKey");
    }
  }

  @Test
  void anObserversExceptionChangesNothing() {
    Told failing =
        new Told() {
          @Override
          public void observe(RelayEvent event) {
            super.observe(event);
            if (event instanceof RelayEvent.Published) {
              throw new IllegalStateException("secret");
            }
          }
        };
    ShardRelay shard = builder(Rule.all("bus")).observer(failing).build().open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b")));

    settle(shard);

    assertThat(target.accepted).containsExactly("a-1.0", "b-1.0");
    assertThat(shard.firstUnfinished()).isEmpty();
    assertThat(failing.halts).isEmpty();
  }

  @Test
  void tellsEachRequestWithItsSizeAndEachEventThatIsSentAgain() {
    target.next(
        entries ->
            BatchOutcome.all(entries.size(), new PublishOutcome.Retry("SLOW_DOWN", "later")));
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b")));

    settle(shard);

    assertThat(told.sent).containsExactly("bus 2 28", "bus 2 28");
    assertThat(told.retries).containsExactly("a-1.0 SLOW_DOWN later", "b-1.0 SLOW_DOWN later");
  }
}
