package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ShardRelayTest extends ShardBench {
  private static final Retry THROTTLED = new Retry("Throttling", "slow down");

  private final ScriptedTarget target =
      new ScriptedTarget("bus", true, new BatchLimits(10, 10_000, 2), loop);

  @Test
  void publishesWhatIsSubmittedAndIsFinished() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "b", 1), order(3, "a", 2)));
    assertThat(shard.firstUnfinished()).contains(position(1));

    settle(shard);

    assertThat(target.accepted).containsExactlyInAnyOrder("a-1.0", "b-1.0", "a-2.0");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void sendsAnAggregatesNextEventOnlyAfterTheOneBeforeItWasAccepted() {
    target.next(entries -> perEntry(entries.size(), i -> i == 0 ? THROTTLED : Published.INSTANCE));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "b", 1), order(3, "a", 2), order(4, "b", 2)));

    settle(shard);

    assertThat(of("a")).containsExactly("a-1.0", "a-2.0");
    assertThat(of("b")).containsExactly("b-1.0", "b-2.0");
    assertThat(target.requests.get(0)).containsExactly("a-1.0", "b-1.0");
  }

  @Test
  void fillsBatchesUpToTheLimitsAndKeepsSeveralInFlight() {
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 0; i < 45; i++) {
      records.add(order(i + 1, "a" + i, 1));
    }
    ShardRelay shard = open(target);
    shard.submit(records);

    settle(shard);

    assertThat(target.requests).extracting(List::size).containsExactly(10, 10, 10, 10, 5);
    assertThat(target.mostInFlight).isEqualTo(2);
  }

  @Test
  void keepsBatchesWithinTheBytesThatTheTargetTakes() {
    int size = "{\"id\":\"a0-1.0\"}".length();
    ScriptedTarget small = new ScriptedTarget("bus", true, new BatchLimits(10, 2L * size, 4), loop);
    ShardRelay shard = open(small);
    shard.submit(List.of(order(1, "a0", 1), order(2, "a1", 1), order(3, "a2", 1)));

    settle(shard);

    assertThat(small.requests).extracting(List::size).containsExactly(2, 1);
  }

  @Test
  void halvesARefusedRequestUntilTheEntryAtFaultStandsAlone() {
    target.always(
        entries ->
            entries.stream().anyMatch(entry -> entry.id().startsWith("bad"))
                ? new RequestRefused("ValidationException", "no")
                : ScriptedTarget.acceptAll(entries));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), order(2, "b", 1), order(3, "c", 1), order(4, "bad", 1)));

    settle(shard);

    assertThat(target.accepted).containsExactlyInAnyOrder("a-1.0", "b-1.0", "c-1.0");
    assertThat(shard.firstUnfinished()).contains(position(4));
  }

  @Test
  void startsNothingBehindTheRecordAtWhichItHalts() {
    target.next(
        entries ->
            perEntry(
                entries.size(), i -> i == 1 ? new Rejected("Invalid", "no") : Published.INSTANCE));
    ShardRelay shard = open(target);
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      records.add(order(i + 1, "a" + i, 1));
    }
    shard.submit(records);

    settle(shard);

    assertThat(shard.firstUnfinished()).contains(position(2));
    assertThat(target.requests).hasSize(2);
  }

  @Test
  void publishesWhatStandsBeforeARecordThatCannotBeRead() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), Records.malformed(2, "b", 1), order(3, "c", 1)));

    settle(shard);

    assertThat(target.accepted).containsExactly("a-1.0");
    assertThat(shard.firstUnfinished()).contains(position(2));
  }

  @Test
  void waitsForANewerRelayAtARecordOfANewerVersion() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1), Records.newerVersion(2, "b", 1), order(3, "c", 1)));

    settle(shard);

    assertThat(target.accepted).containsExactly("a-1.0");
    assertThat(shard.firstUnfinished()).contains(position(2));
  }

  @Test
  void passesWhatIsNotOurs() {
    ShardRelay shard = open(target);
    shard.submit(
        List.of(
            Records.business(1),
            Records.change(2, ChangeType.REMOVE),
            Records.change(3, ChangeType.MODIFY)));

    settle(shard);

    assertThat(target.requests).isEmpty();
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void haltsAtAnEventThatNoRuleTakes() {
    ShardRelay shard = open(List.of(Rule.matching("{\"type\":[\"Other\"]}", "bus")), target);
    shard.submit(List.of(order(1, "a", 1)));

    settle(shard);

    assertThat(shard.firstUnfinished()).contains(position(1));
  }

  @Test
  void sortsTheRecordsOfAnAggregateThatArriveTogether() {
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 2), order(2, "b", 1), order(3, "a", 1)));

    settle(shard);

    assertThat(of("a")).containsExactly("a-1.0", "a-2.0");
  }

  @Test
  void ignoresRecordsThatAreAlreadyUnderWay() {
    ShardRelay shard = open(target);
    List<StreamRecord> records = List.of(order(1, "a", 1), order(2, "b", 1));
    shard.submit(records);
    shard.submit(records);

    settle(shard);

    assertThat(target.accepted).containsExactlyInAnyOrder("a-1.0", "b-1.0");
  }

  @Test
  void abortsWhatIsInFlightWhenItIsClosed() {
    target.latency(Duration.ofMinutes(1));
    ShardRelay shard = open(target);
    shard.submit(List.of(order(1, "a", 1)));
    loop.runFor(Duration.ofSeconds(1));

    CompletableFuture<?> closed = shard.close().toCompletableFuture();
    loop.runUntil(closed::isDone);

    assertThat(closed.join()).isEqualTo(Optional.of(position(1)));
    loop.runAll();
    assertThat(target.cancelled).isOne();
  }

  @Test
  void holdsBackWhatTheWindowHasNoRoomFor() {
    target.latency(Duration.ofSeconds(1));
    Relay relay =
        Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
            .clock(loop)
            .window(5, 1 << 20)
            .build();
    ShardRelay shard = relay.open("shard");
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      records.add(order(i + 1, "a" + i, 1));
    }
    CompletableFuture<Void> accepted = shard.submit(records).toCompletableFuture();
    loop.runFor(Duration.ofMillis(500));
    assertThat(accepted).isNotDone();
    assertThat(target.requests).extracting(List::size).containsExactly(5);

    loop.runUntil(accepted::isDone);
    settle(shard);
    assertThat(target.accepted).hasSize(20);
  }

  private ShardRelay open(ScriptedTarget... targets) {
    return open(Arrays.stream(targets).map(each -> Rule.all(each.name())).toList(), targets);
  }

  private ShardRelay open(List<Rule> rules, ScriptedTarget... targets) {
    return Relay.builder(List.of(targets), rules, loop)
        .clock(loop)
        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)))
        .build()
        .open("shard");
  }

  private List<String> of(String aggregate) {
    return target.accepted.stream().filter(id -> id.startsWith(aggregate + "-")).toList();
  }

  private StreamRecord order(long position, String id, long sequence) {
    return Records.order(position, id, sequence, Instant.parse("2026-01-01T00:00:00Z"), 1);
  }

  private interface ByIndex {
    PublishOutcome at(int index);
  }

  private static BatchOutcome perEntry(int entries, ByIndex outcomes) {
    List<PublishOutcome> list = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      list.add(outcomes.at(i));
    }
    return new PerEntry(list);
  }
}
