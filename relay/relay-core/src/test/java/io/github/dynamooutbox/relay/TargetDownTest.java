package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Blocked is a fact about the target: who is down, who waits, and what is parked meanwhile. */
class TargetDownTest extends TargetDownBench {
  @Test
  void whatATargetThatIsDownCannotTakeIsParkedAndTheOthersGoOn() {
    down.always(TargetDownBench::noAnswer);
    Relay relay = relay(List.of(up, down), Rule.all("up", "down"));
    ShardRelay shard = relay.open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "a"), order(3, "b")));
    loop.runFor(Duration.ofSeconds(50));
    assertThat(queues.parked()).as("not down for long enough").isEmpty();
    settle(shard);

    assertThat(queues.told())
        .containsExactlyInAnyOrder(
            "down/Order#a 1.0 BLOCKED", "down/Order#a 2.0 BLOCKED", "down/Order#b 3.0 BLOCKED");
    assertThat(up.accepted).containsExactlyInAnyOrder("a-1.0", "a-2.0", "b-3.0");
    assertThat(told).containsOnlyOnce("down down DOWN");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void whatComesLaterIsParkedWithoutATry() {
    down.always(TargetDownBench::noAnswer);
    Relay relay = relay(List.of(up, down), Rule.all("up", "down"));
    ShardRelay shard = relay.open("shard");
    shard.submit(List.of(order(1, "a")));
    settle(shard);
    int sent = down.requests.size();
    shard.submit(List.of(order(2, "a"), order(3, "a")));
    settle(shard);

    assertThat(down.requests).hasSize(sent);
    assertThat(queues.told())
        .containsExactlyInAnyOrder(
            "down/Order#a 1.0 BLOCKED", "down/Order#a 2.0 BEHIND", "down/Order#a 3.0 BEHIND");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void anotherRunKnowsThatTheTargetIsDown() {
    down.always(TargetDownBench::noAnswer);
    Relay relay = relay(List.of(up, down), Rule.all("up", "down"));
    ShardRelay first = relay.open("shard");
    first.submit(List.of(order(1, "a")));
    settle(first);
    close(first);
    int sent = down.requests.size();
    Instant start = loop.instant();
    ShardRelay second = relay.open("shard");
    second.submit(List.of(order(2, "b"), order(3, "c")));
    settle(second);

    assertThat(Duration.between(start, loop.instant())).isLessThan(Duration.ofSeconds(1));
    assertThat(down.requests.size() - sent).as("a probe at most").isLessThanOrEqualTo(1);
    assertThat(second.firstUnfinished()).isEmpty();
  }

  @Test
  void callsThatHangUntilTheDeadlineOpenTheCircuitToo() {
    down.latency(Duration.ofHours(1));
    Relay relay = relay(List.of(up, down), Rule.all("up", "down"));
    Optional<StreamPosition> left = Optional.of(position(1));
    for (int run = 0; run < 4 && left.isPresent(); run++) {
      ShardRelay shard = relay.open("shard");
      shard.submit(List.of(order(1, "a")));
      loop.runFor(Duration.ofSeconds(50));
      left = close(shard);
    }

    assertThat(left).isEmpty();
    assertThat(queues.told()).containsExactly("down/Order#a 1.0 BLOCKED");
  }

  @Test
  void whereNothingElseWaitsEventsStayInTheStream() {
    down.always(TargetDownBench::noAnswer);
    Relay relay = relay(List.of(down), Rule.all("down"));
    ShardRelay shard = relay.open("shard");
    shard.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofHours(3));
    int sent = down.requests.size();
    loop.runFor(Duration.ofHours(1));

    assertThat(queues.parked()).isEmpty();
    assertThat(down.requests.size() - sent).as("probes in an hour").isBetween(120, 600);
    down.always(ScriptedTarget::acceptAll);
    settle(shard);
    shard.submit(List.of(order(2, "a")));
    settle(shard);
    assertThat(down.accepted).containsExactly("a-1.0", "a-2.0");
    assertThat(told).containsExactly("down down DOWN", "up down");
  }

  /** Nothing is parked, as nothing else waits: all the same somebody has to know. */
  @Test
  void itIsReportedForHowLongATargetHasBeenDownAsLongAsItIs() {
    down.always(TargetDownBench::noAnswer);
    Relay relay = relay(List.of(down), Rule.all("down"));
    ShardRelay first = relay.open("shard");
    first.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofSeconds(50));
    assertThat(downFor).as("not down for long enough").isEmpty();
    loop.runFor(Duration.ofMinutes(10));
    assertThat(queues.parked()).isEmpty();
    assertThat(downFor).hasSizeGreaterThan(10).isSorted();
    assertThat(downFor.get(0)).isBetween(Duration.ofMinutes(1), Duration.ofSeconds(80));
    close(first);
    downFor.clear();

    ShardRelay next = relay.open("shard");
    next.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofSeconds(1));
    assertThat(downFor).as("what an earlier run has found").isNotEmpty();
    assertThat(downFor.get(0)).isGreaterThan(Duration.ofMinutes(10));

    down.always(ScriptedTarget::acceptAll);
    settle(next);
    downFor.clear();
    next.submit(List.of(order(2, "a")));
    settle(next);
    assertThat(downFor).isEmpty();
  }

  @Test
  void whereAllTargetsAreDownEventsStayInTheStream() {
    down.always(TargetDownBench::noAnswer);
    up.always(TargetDownBench::noAnswer);
    ShardRelay shard = relay(List.of(up, down), Rule.all("up", "down")).open("shard");
    shard.submit(List.of(order(1, "a")));
    loop.runFor(Duration.ofMinutes(2));
    shard.submit(List.of(order(2, "b"), order(3, "c")));
    int parked = queues.parked().size();
    loop.runFor(Duration.ofHours(3));

    assertThat(queues.parked()).hasSize(parked);
    up.always(ScriptedTarget::acceptAll);
    settle(shard);
    assertThat(up.accepted).containsExactlyInAnyOrder("a-1.0", "b-2.0", "c-3.0");
  }

  @Test
  void aBrownOutParksNothingIfNobodyElseWaits() {
    down.always(entries -> perEntry(entries, down.accepted.size() < 200 ? 0.01 : 1));
    ShardRelay shard = relay(List.of(down), Rule.all("down")).open("shard");
    List<StreamRecord> records = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (int i = 1; i <= 300; i++) {
      records.add(order(i, "a" + i));
      ids.add("a%d-%d.0".formatted(i, i));
    }
    shard.submit(records);
    settle(shard);

    assertThat(queues.parked()).isEmpty();
    assertThat(down.accepted).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  void anUnorderedTargetThatIsDownClosesNoLane() {
    ScriptedTarget unordered = target("down", false);
    unordered.always(TargetDownBench::noAnswer);
    Relay relay = relay(List.of(up, unordered), Rule.all("up", "down"));
    ShardRelay shard = relay.open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "a")));
    settle(shard);
    unordered.always(ScriptedTarget::acceptAll);
    loop.runFor(Duration.ofMinutes(1));
    for (int i = 3; i <= 5; i++) {
      shard.submit(List.of(order(i, "a")));
      settle(shard);
    }

    assertThat(queues.told())
        .containsExactlyInAnyOrder("down/Order#a 1.0 BLOCKED", "down/Order#a 2.0 BLOCKED");
    assertThat(unordered.accepted).containsExactly("a-3.0", "a-4.0", "a-5.0");
  }

  @Test
  void oneEventThatAPolicyForbidsIsParkedAfterFiveMinutesOfFewRequests() {
    down.always(
        entries ->
            new BatchOutcome.PerEntry(
                entries.stream()
                    .<PublishOutcome>map(
                        each -> each.id().equals("a7-7.0") ? THROTTLED : Published.INSTANCE)
                    .toList()));
    Instant start = loop.instant();
    ShardRelay shard = relay(List.of(down), Rule.all("down")).open("shard");
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      records.add(order(i, "a" + i));
    }
    shard.submit(records);
    settle(shard);

    assertThat(queues.told()).containsExactly("down/Order#a7 7.0 BLOCKED");
    assertThat(down.accepted).hasSize(99);
    assertThat(Duration.between(start, loop.instant()))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
    assertThat(down.requests).hasSizeLessThan(400);
  }
}
