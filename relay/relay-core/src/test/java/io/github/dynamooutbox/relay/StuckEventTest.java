package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One event fails for ever at a target that takes all others, and each run of a minute is one of
 * another process, as with Lambda.
 */
class StuckEventTest {
  private static final Duration RUN = Duration.ofSeconds(59);

  private final VirtualLoop loop = new VirtualLoop();
  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  private final MemoryAhead ahead = new MemoryAhead();
  private final ScriptedTarget target =
      new ScriptedTarget("bus", true, new BatchLimits(10, 100_000, 4), loop);

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "ENTRY"})
  void isParkedAfterFiveMinutesWhateverProcessTriesIt(Retry.Reason reason) {
    target.always(entries -> allButOne(entries, reason));
    Instant start = loop.instant();
    List<StreamRecord> batch = orders(1, 100);
    int runs = 0;
    while (!batch.isEmpty() && runs < 20) {
      batch = run(batch);
      runs++;
    }

    assertThat(queues.told()).containsExactly("bus/Order#a7 7.0 BLOCKED");
    assertThat(target.accepted).hasSize(99);
    assertThat(Duration.between(start, loop.instant()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
    assertThat(target.requests).hasSizeLessThan(200);
  }

  /** What another process does with a batch until its time is up; returns what is left of it. */
  private List<StreamRecord> run(List<StreamRecord> batch) {
    ShardRelay shard = relay().open("shard");
    shard.submit(batch);
    CompletableFuture<Void> settled = shard.settled().toCompletableFuture();
    Instant end = loop.instant().plus(RUN);
    loop.schedule(RUN, () -> {});
    loop.runUntil(() -> settled.isDone() || !loop.instant().isBefore(end));
    CompletableFuture<Optional<StreamPosition>> closed = shard.close().toCompletableFuture();
    loop.runUntil(closed::isDone);
    Optional<StreamPosition> left = closed.join();
    return batch.stream()
        .filter(each -> left.isPresent() && each.position().compareTo(left.get()) >= 0)
        .toList();
  }

  private Relay relay() {
    return Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
        .clock(loop)
        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)))
        .parking(
            new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)))
        .finishedAhead(ahead)
        .build();
  }

  private List<StreamRecord> orders(int from, int to) {
    List<StreamRecord> records = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      records.add(Records.order(i, "a" + i, i, loop.instant(), 1));
    }
    return records;
  }

  private static BatchOutcome allButOne(List<ScriptedTarget.Sent> entries, Retry.Reason reason) {
    return new BatchOutcome.PerEntry(
        entries.stream()
            .<PublishOutcome>map(
                each ->
                    each.id().equals("a7-7.0")
                        ? new Retry("FORBIDDEN", "not yet", reason)
                        : Published.INSTANCE)
            .toList());
  }
}
