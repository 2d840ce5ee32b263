package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HeartbeatTest {
  private static final String NAMED = "{\"aggregateType\":[\"outbox.heartbeat\"]}";

  private final VirtualLoop loop = new VirtualLoop();
  private final ScriptedTarget bus =
      new ScriptedTarget("bus", true, new BatchLimits(10, 10_000, 2), loop);
  private final List<Receipt> receipts = new ArrayList<>();
  private final List<String> beats = new ArrayList<>();
  private final List<RelayEvent.SkipReason> skipped = new ArrayList<>();
  private final List<String> halts = new ArrayList<>();

  @Test
  void isCountedWithItsAgeAndPublishedNowhereByARuleForEveryEvent() {
    StreamRecord heartbeat = heartbeat(1);
    loop.runFor(Duration.ofMillis(250));

    assertThat(relayed(List.of(Rule.all("bus")), heartbeat, order(2))).isTrue();

    assertThat(beats).containsExactly("table-1.0 after PT0.25S");
    assertThat(bus.accepted).containsExactly("a-2.0");
    assertThat(skipped).isEmpty();
    assertThat(receipts).hasSize(1);
    assertThat(receipts.get(0).dropped()).as("an audit finds it").containsExactly("table-1.0");
  }

  @Test
  void isNotTakenByAPatternThatMatchesItByChance() {
    List<Rule> rules =
        List.of(
            Rule.matching("{\"aggregateType\":[{\"anything-but\":\"Payment\"}]}", "bus"),
            Rule.matching("{\"aggregateType\":[{\"prefix\":\"outbox\"}]}", "bus"));

    assertThat(relayed(rules, heartbeat(1))).isTrue();

    assertThat(beats).hasSize(1);
    assertThat(bus.accepted).isEmpty();
  }

  @Test
  void isNoPoisonWhereNoRuleTakesIt() {
    assertThat(relayed(List.of(Rule.matching("{\"type\":[\"Other\"]}", "bus")), heartbeat(1)))
        .isTrue();

    assertThat(beats).hasSize(1);
  }

  @Test
  void isPublishedByARuleThatNamesIt() {
    assertThat(relayed(List.of(Rule.all("bus"), Rule.matching(NAMED, "bus")), heartbeat(1)))
        .isTrue();

    assertThat(beats).as("and counted").hasSize(1);
    assertThat(bus.accepted).containsExactly("table-1.0");
  }

  @Test
  void isDroppedByARuleThatNamesIt() {
    assertThat(relayed(List.of(Rule.dropping(NAMED)), heartbeat(1))).isTrue();

    assertThat(beats).hasSize(1);
    assertThat(skipped).containsExactly(RelayEvent.SkipReason.DROPPED);
  }

  private boolean relayed(List<Rule> rules, StreamRecord... records) {
    ShardRelay shard =
        Relay.builder(List.of(bus), rules, loop)
            .clock(loop)
            .observer(new Ears())
            .receipts(
                receipt -> {
                  receipts.add(receipt);
                  return CompletableFuture.completedFuture(null);
                })
            .build()
            .open("shard");
    shard.submit(List.of(records));
    loop.runUntil(shard.settled().toCompletableFuture()::isDone);
    assertThat(halts).isEmpty();
    return shard.firstUnfinished().isEmpty();
  }

  private StreamRecord heartbeat(long position) {
    return Records.record(
        position, Heartbeats.AGGREGATE_TYPE, "table", 1, loop.instant(), 1, "Heartbeat");
  }

  private StreamRecord order(long position) {
    return Records.order(position, "a", position, loop.instant(), 1);
  }

  private final class Ears implements RelayObserver {
    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Skipped it) {
        skipped.add(it.reason());
      } else if (event instanceof RelayEvent.Heartbeat it) {
        beats.add(it.heartbeat().event().id() + " after " + it.age());
      } else if (event instanceof RelayEvent.Halted it) {
        halts.add(it.message());
      }
    }
  }
}
