package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What the age of events changes: a shard that catches up parks nothing however late it is, one
 * that does not parks what fails before the stream trims it.
 */
class OldEventsTest extends TargetDownBench {
  @Test
  void aBacklogOfFiveHoursAtATargetThatThrottlesIsPublishedAndNothingIsParked() {
    int events = 5_000;
    up.always(this::halfThrottled);
    Relay relay = relay(List.of(up), Rule.all("up"));
    ShardRelay shard = relay.open("shard");
    Instant old = loop.instant().minus(Duration.ofHours(5));
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 1; i <= events; i++) {
      records.add(Records.order(i, "a" + i % 2_480, i, old, 1));
    }
    shard.submit(records);
    settle(shard);

    assertThat(queues.parked()).isEmpty();
    assertThat(up.accepted).hasSize(events);
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void beforeTheStreamTrimsThemEventsAreParkedEvenWhereNothingElseWaits() {
    down.always(TargetDownBench::noAnswer);
    ShardRelay shard = relay(List.of(down), Rule.all("down")).open("shard");
    shard.submit(List.of(order(1, "a"), order(2, "a"), order(3, "b")));
    loop.runFor(Duration.ofHours(19));
    assertThat(queues.parked()).as("19 hours old").isEmpty();
    loop.runFor(Duration.ofHours(2));

    assertThat(queues.told())
        .containsExactlyInAnyOrder(
            "down/Order#a 1.0 BLOCKED", "down/Order#a 2.0 BLOCKED", "down/Order#b 3.0 BLOCKED");
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  @Test
  void aShardThatCatchesUpParksNothingHoweverLateItIs() {
    int events = 5_000;
    up.always(this::halfThrottled);
    ShardRelay shard = relay(List.of(up), Rule.all("up")).open("shard");
    Instant old = loop.instant().minus(Duration.ofMinutes(23 * 60 + 30));
    for (int i = 0; i < events; i += 50) {
      List<StreamRecord> records = new ArrayList<>();
      for (int n = i + 1; n <= i + 50; n++) {
        Instant created = old.plus(Duration.ofSeconds(n));
        records.add(Records.createdAt(created, Records.order(n, "a" + n % 480, n, old, 1)));
      }
      shard.submit(records);
      settle(shard);
      loop.runFor(Duration.ofSeconds(40));
    }

    assertThat(queues.parked()).isEmpty();
    assertThat(up.accepted).hasSize(events);
    assertThat(queues.saves("lateness")).as("written now and then").isBetween(1, 10);
  }

  @Test
  void aShardThatIsLateAndGetsNoYoungerParksWhatFails() {
    down.always(TargetDownBench::noAnswer);
    Relay relay = relay(List.of(down), Rule.all("down"));
    ShardRelay first = relay.open("shard");
    Instant old = loop.instant().minus(Duration.ofHours(21));
    List<StreamRecord> records =
        List.of(
            Records.createdAt(old, Records.order(1, "a", 1, old, 1)),
            Records.createdAt(old, Records.order(2, "b", 1, old, 1)));
    first.submit(records);
    loop.runFor(Duration.ofMinutes(9));
    assertThat(queues.parked()).as("it may catch up").isEmpty();
    close(first);
    loop.runFor(Duration.ofMinutes(2));
    ShardRelay second = relay.open("shard");
    second.submit(records);
    loop.runFor(Duration.ofSeconds(45));

    assertThat(queues.told())
        .as("another run knows since when")
        .containsExactlyInAnyOrder("down/Order#a 1.0 BLOCKED", "down/Order#b 2.0 BLOCKED");
    assertThat(second.firstUnfinished()).isEmpty();
  }

  private BatchOutcome halfThrottled(List<ScriptedTarget.Sent> entries) {
    return perEntry(entries, 0.5);
  }
}
