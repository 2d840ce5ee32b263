package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What is sent to a target around the moment at which it is up again, and left behind at the end.
 */
class OpenCircuitTest extends TargetDownBench {
  @Test
  void aTargetThatIsUpAgainGetsOneRequestAtATimeUntilTwoWereAccepted() {
    ShardRelay shard = openCircuit();
    down.always(ScriptedTarget::acceptAll);
    down.latency(Duration.ofSeconds(1));
    loop.runUntil(() -> down.inFlight == 1);
    submit(shard, 100, 150);
    loop.runUntil(() -> !down.accepted.isEmpty());
    assertThat(down.accepted).as("a probe").hasSize(1);
    loop.runFor(Duration.ofMillis(500));
    assertThat(down.inFlight).isOne();
    submit(shard, 150, 200);
    loop.runFor(Duration.ofMillis(400));
    assertThat(down.inFlight).as("whatever arrives").isOne();
    assertThat(down.accepted).hasSize(1);

    loop.runFor(Duration.ofMillis(600));
    assertThat(down.accepted).as("a batch").hasSize(11);
    assertThat(down.inFlight).as("it is up").isEqualTo(4);
    settle(shard);
  }

  @Test
  void whatWaitsForItsRetryIsParkedAtOnceThoughARequestHangs() {
    down.always(TargetDownBench::noAnswer);
    down.latency(Duration.ofHours(1));
    ShardRelay shard = relay(List.of(up, down), Rule.all("up", "down")).open("shard");
    submit(shard, 1, 11);
    loop.runFor(Duration.ofMillis(50));
    down.latency(Duration.ofMillis(10));
    submit(shard, 11, 41);
    loop.runUntil(() -> told.contains("down down DOWN"));
    assertThat(queues.parked()).isEmpty();
    loop.runFor(Duration.ofMillis(200));

    assertThat(queues.parked()).as("all but those that hang").hasSize(30);
  }

  @Test
  void whatWasTriedIsParkedForItsOwnFailureAndTheRestBecauseTheTargetIsDown() {
    down.always(TargetDownBench::noAnswer);
    ShardRelay shard = relay(List.of(up, down), Rule.all("up", "down")).open("shard");
    Instant start = loop.instant().plusMillis(7);
    submit(shard, 1, 3);
    settle(shard);
    submit(shard, 3, 4);
    settle(shard);

    String since = "target down has accepted nothing since " + start;
    assertThat(queues.parked())
        .extracting(ParkedEvent::cause)
        .containsExactly(
            new Cause(ParkReason.BLOCKED, "DOWN", "no answer"),
            new Cause(ParkReason.BLOCKED, "DOWN", "no answer"),
            new Cause(ParkReason.BLOCKED, "TARGET_DOWN", since));
  }

  /** It says something about its event only: a target may be down and refuse what it looks at. */
  @Test
  void aProbeThatIsRejectedDoesNotCloseTheCircuit() {
    ShardRelay shard = openCircuit();
    int sent = down.requests.size();
    down.next(entries -> BatchOutcome.all(entries.size(), new Rejected("BAD", "never")));
    loop.runUntil(() -> !queues.parked().isEmpty());
    submit(shard, 100, 150);
    loop.runFor(Duration.ofMinutes(5));

    assertThat(told).containsExactly("down down DOWN");
    assertThat(down.requests.subList(sent, down.requests.size()))
        .as("probes")
        .hasSizeGreaterThan(10)
        .allMatch(each -> each.size() == 1);
  }

  @Test
  void aTargetThatRejectsEventsOfARequestIsNotDownThoughItFailsTheOthers() {
    Rejected rejected = new Rejected("BAD", "never");
    down.always(
        entries ->
            new PerEntry(
                IntStream.range(0, entries.size())
                    .<PublishOutcome>mapToObj(
                        i ->
                            i == 0 && entries.size() > 1
                                ? new Retry("DOWN", "no answer")
                                : rejected)
                    .toList()));
    ShardRelay shard = relay(List.of(up, down), Rule.all("up", "down")).open("shard");
    for (int i = 0; i < 60; i++) {
      submit(shard, 1 + 10 * i, 11 + 10 * i);
      loop.runFor(Duration.ofSeconds(5));
    }

    assertThat(told).isEmpty();
    assertThat(down.requests).as("of several events").anyMatch(each -> each.size() > 1);
    settle(shard);
  }

  @Test
  void aShardThatIsClosedWhileItsTargetIsDownLeavesNoTimer() {
    ShardRelay shard = openCircuit();
    close(shard);
    down.latency(Duration.ZERO);
    loop.runFor(Duration.ofSeconds(1));

    assertThat(loop.step()).as("something is left to run").isFalse();
  }

  @Test
  void aShardThatIsClosedWhileItsEventsWaitForTheirRetryLeavesNoTimer() {
    down.always(TargetDownBench::noAnswer);
    ShardRelay shard = relay(List.of(down), Rule.all("down")).open("shard");
    submit(shard, 1, 20);
    loop.runFor(Duration.ofSeconds(20));
    close(shard);
    loop.runFor(Duration.ofMillis(20));

    assertThat(loop.step()).as("something is left to run").isFalse();
  }

  @Test
  void aShardThatIsClosedWhileItsTargetFailsSavesThat() {
    down.always(TargetDownBench::noAnswer);
    ShardRelay shard = relay(List.of(down), Rule.all("down")).open("shard");
    submit(shard, 1, 20);
    loop.runFor(Duration.ofSeconds(2));
    assertThat(queues.saves("circuits")).isZero();
    close(shard);

    assertThat(queues.saves("circuits")).isOne();
  }

  @Test
  void anEventThatIsPublishedInTheEndIsNotSavedAsFailing() {
    Map<String, Integer> attempts = new HashMap<>();
    down.always(
        entries ->
            new PerEntry(
                entries.stream()
                    .<PublishOutcome>map(
                        each ->
                            each.id().startsWith("a1")
                                    && attempts.merge(each.id(), 1, Integer::sum) < 3
                                ? THROTTLED
                                : Published.INSTANCE)
                    .toList()));
    ShardRelay shard = relay(List.of(down), Rule.all("down")).open("shard");
    submit(shard, 10, 40);
    settle(shard);
    assertThat(attempts).as("they failed while others passed").hasSize(10).containsValue(3);
    close(shard);

    assertThat(queues.saves("failing")).isZero();
  }

  private ShardRelay openCircuit() {
    down.always(TargetDownBench::noAnswer);
    ShardRelay shard = relay(List.of(down), Rule.all("down")).open("shard");
    submit(shard, 1, 20);
    loop.runUntil(() -> told.contains("down down DOWN"));
    loop.runFor(Duration.ofSeconds(1));
    return shard;
  }

  private void submit(ShardRelay shard, int from, int to) {
    shard.submit(IntStream.range(from, to).mapToObj(n -> order(n, "a" + n)).toList());
  }
}
