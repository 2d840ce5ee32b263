package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a relay tells, and how it ends, when something around it fails. */
class ShardRelayTroubleTest {
  private final VirtualLoop loop = new VirtualLoop();
  private final ScriptedTarget target =
      new ScriptedTarget("bus", true, new BatchLimits(10, 10_000, 2), loop);
  private final Told told = new Told();

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
          public void batchSent(String target, int entries, long bytes) {
            throw new StackOverflowError();
          }
        };
    ShardRelay shard = builder(Rule.all("bus")).observer(failing).build().open("shard");
    shard.submit(List.of(order(1, "a")));
    CompletableFuture<Void> settled = shard.settled().toCompletableFuture();

    assertThatThrownBy(() -> loop.runUntil(settled::isDone)).isInstanceOf(StackOverflowError.class);
    loop.runFor(Duration.ZERO);
    assertThat(settled).isDone();
    assertThat(shard.firstUnfinished()).contains(new StreamPosition("1"));
    assertThat(failing.halts)
        .singleElement()
        .asString()
        .startsWith("1 INTERNAL")
        .contains("StackOverflowError");

    shard.submit(List.of(order(2, "b")));
    settle(shard);
    CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
    loop.runUntil(closed::isDone);
    assertThat(closed.join()).contains(new StreamPosition("1"));
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
  void writesAReceiptOfWhatWasPublishedWhereAndOfWhatWasDropped() {
    List<Receipt> receipts = new ArrayList<>();
    ShardRelay shard =
        Relay.builder(
                List.of(target),
                List.of(
                    Rule.matching("{\"type\":[\"Known\"]}", "bus"),
                    Rule.dropping("{\"type\":[\"Noise\"]}")),
                loop)
            .clock(loop)
            .receipts(
                receipt -> {
                  receipts.add(receipt);
                  return CompletableFuture.completedStage(null);
                })
            .build()
            .open("shard");
    shard.submit(
        List.of(
            Records.record(1, "Order", "a", 1, Instant.EPOCH, 1, "Known"),
            Records.record(2, "Order", "b", 1, Instant.EPOCH, 1, "Noise")));

    settle(shard);

    assertThat(receipts)
        .singleElement()
        .satisfies(
            receipt -> {
              assertThat(receipt.published()).isEqualTo(Map.of("bus", List.of("a-1.0")));
              assertThat(receipt.dropped()).containsExactly("b-1.0");
              assertThat(receipt.events())
                  .filteredOn(event -> event.id().equals("a-1.0"))
                  .singleElement()
                  .satisfies(event -> assertThat(event.routed()).contains(Set.of("bus")));
            });
  }

  @Test
  void namesTheFailureOfAReceiptAndNotWhatAStageWrapsAroundIt() {
    ShardRelay shard =
        builder(Rule.all("bus"))
            .receipts(
                receipt ->
                    CompletableFuture.failedStage(
                        new CompletionException(new IllegalStateException("no"))))
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a")));

    loop.runFor(Duration.ofMillis(400));

    assertThat(told.lost).containsExactly("receipt of 1: IllegalStateException");
  }

  @Test
  void passesNothingWhoseReceiptIsNotDurableAndTriesUntilItIs() {
    AtomicInteger failures = new AtomicInteger(10);
    List<Receipt> receipts = new ArrayList<>();
    ShardRelay shard =
        Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .receipts(
                receipt -> {
                  if (failures.getAndDecrement() > 0) {
                    return CompletableFuture.failedStage(new IllegalStateException("no"));
                  }
                  receipts.add(receipt);
                  return CompletableFuture.completedStage(null);
                })
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b")));

    loop.runFor(Duration.ofSeconds(1));
    assertThat(target.accepted).hasSize(2);
    assertThat(shard.firstUnfinished()).contains(position(1));
    settle(shard);

    assertThat(shard.firstUnfinished()).isEmpty();
    assertThat(receipts).singleElement().satisfies(all -> assertThat(all.events()).hasSize(2));
  }

  @Test
  void goesOnFromAnEventWhoseReceiptFailsToTheEnd() {
    ShardRelay shard =
        builder(Rule.all("bus"))
            .receipts(receipt -> CompletableFuture.failedStage(new IllegalStateException("no")))
            .build()
            .open("shard");
    shard.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofSeconds(10));

    CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
    loop.runUntil(closed::isDone);

    assertThat(closed.join()).contains(position(1));
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

    CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
    loop.runUntil(closed::isDone);

    assertThat(first).isCompleted();
    assertThat(second).isCompleted();
    assertThat(closed.join()).contains(position(1));
  }

  @Test
  void haltsAtAnEventThatItFailsToPrepareAndSaysNothingOfItsContent() {
    target.failsToPrepare("b-1.0", new IllegalArgumentException("secret"));
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "b"), order(3, "c")));

    settle(shard);

    assertThat(target.accepted).contains("a-1.0").doesNotContain("b-1.0");
    assertThat(shard.firstUnfinished()).contains(position(2));
    assertThat(told.halts)
        .singleElement()
        .asString()
        .contains("INTERNAL", "b-1.0", "IllegalArgumentException")
        .doesNotContain("secret");
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

  private RelayBuilder builder(Rule rule) {
    return Relay.builder(List.of(target), List.of(rule), loop).clock(loop).observer(told);
  }

  private void settle(ShardRelay shard) {
    loop.runUntil(shard.settled().toCompletableFuture()::isDone);
  }

  private static StreamRecord order(long position, String id) {
    return Records.order(position, id, 1, Instant.EPOCH, 1);
  }

  private static StreamPosition position(long position) {
    return new StreamPosition(Long.toString(position));
  }

  private static class Told implements RelayObserver {
    final List<String> control = new ArrayList<>();
    final List<String> lost = new ArrayList<>();
    final List<String> halts = new ArrayList<>();
    final List<String> sent = new ArrayList<>();
    final List<String> retries = new ArrayList<>();

    @Override
    public void batchSent(String to, int entries, long bytes) {
      sent.add(to + ' ' + entries + ' ' + bytes);
    }

    @Override
    public void retried(String to, Envelope envelope, String code, String message) {
      retries.add(envelope.event().id() + ' ' + code + ' ' + message);
    }

    @Override
    public void controlFailed(String what, String code, String message) {
      control.add(what + ": " + code + ": " + message);
    }

    @Override
    public void lost(String what, int events, String code) {
      lost.add(what + " of " + events + ": " + code);
    }

    @Override
    public void halted(StreamPosition position, String reason, String message) {
      halts.add(position + " " + reason + " " + message);
    }
  }
}
