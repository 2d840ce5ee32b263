package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How fast a backlog in the stream is published once targets accept it, in virtual time. */
class CatchUpTest extends TargetDownBench {
  private static final int ARRIVING = 1_000;
  private static final int LANES = 1_000;
  private static final Duration OUTAGE = Duration.ofSeconds(70);
  private static final Duration MEASURED = Duration.ofSeconds(15);

  /**
   * 1,000 records a second go on arriving, as many as a partition writes. Of two targets that went
   * down, one counts as down first: what it had in its window is parked, and comes back by the
   * redrive of every minute.
   */
  @ParameterizedTest(name = "{0}")
  @EnumSource
  void afterAnOutageOfAllTargetsAShardCatchesUpAtTwiceTheRateOfArrival(RecordFeed.Host host) {
    RecordFeed feed =
        new RecordFeed(loop, relay(List.of(up, down), Rule.all("up", "down")), host, this::arrived);
    feed.start();
    up.always(TargetDownBench::noAnswer);
    down.always(TargetDownBench::noAnswer);
    loop.runFor(OUTAGE);
    assertThat(queues.parked()).as("a window").hasSizeLessThanOrEqualTo(10_000);
    up.always(ScriptedTarget::acceptAll);
    down.always(ScriptedTarget::acceptAll);
    redriveEveryMinute();
    loop.runUntil(() -> !up.accepted.isEmpty() && !down.accepted.isEmpty());
    int waiting = feed.waiting();
    int accepted = up.accepted.size();
    loop.runFor(MEASURED);

    long seconds = MEASURED.toSeconds();
    assertThat(feed.waiting()).as("it goes on catching up").isGreaterThan(10_000);
    double finished = ARRIVING + (double) (waiting - feed.waiting()) / seconds;
    double published = (double) (up.accepted.size() - accepted) / seconds;
    System.out.printf(
        "%s: %.0f records a second finished, %.0f published%n", host, finished, published);
    assertThat(finished).isGreaterThanOrEqualTo(2.0 * ARRIVING);
    assertThat(published).isGreaterThanOrEqualTo(2.0 * ARRIVING);
    loop.runFor(OUTAGE.plusMinutes(1));
    assertThat(feed.waiting()).as("caught up").isLessThan(2 * ARRIVING);
    assertThat(queues.held()).isEmpty();
  }

  private void redriveEveryMinute() {
    Redrive redrive =
        Redrive.builder(new Setup(queues.table(), List.of(up, down), List.of(), loop))
            .clock(loop)
            .build();
    Instant now = loop.instant();
    RedriveTime time =
        new RedriveTime(now.plusSeconds(50), now.plusSeconds(58), now.plusSeconds(90));
    redrive
        .parked()
        .thenCompose(parked -> redrive.run("run-" + now, parked, RedriveOrder.BLOCKED, time));
    loop.schedule(Duration.ofMinutes(1), this::redriveEveryMinute);
  }

  /** 10,000 is more than there is room for in its four requests at once: nothing is throttled. */
  @ParameterizedTest(name = "{0} a second")
  @ValueSource(ints = {200, 1_000, 10_000})
  void aBacklogIsPublishedAt95PerCentOfWhatItsTargetTakes(int capacity) {
    int events = Math.min(40_000, 40 * capacity);
    PartitionLimits limits = new PartitionLimits(loop, capacity / 10.0, capacity / 10.0);
    up.always(entries -> throttled(entries, limits));
    ShardRelay shard = relay(List.of(up), Rule.all("up")).open("shard");
    Instant old = loop.instant().minus(Duration.ofHours(5));
    List<StreamRecord> records = new ArrayList<>();
    for (int i = 1; i <= events; i++) {
      records.add(Records.order(i, "o" + i % LANES, i, old, 1));
    }
    Instant start = loop.instant();
    for (int from = 0; from < events; from += 1_000) {
      shard.submit(records.subList(from, from + 1_000));
    }
    int most = events * 9 / 10;
    loop.runUntil(() -> up.accepted.size() >= most);
    double seconds = Duration.between(start, loop.instant()).toMillis() / 1e3;
    settle(shard);

    // What it could take in a second before the first event came is left to begin with.
    double takes = Math.min(capacity * (seconds + 1), 4 * 10 / 0.010 * seconds);
    System.out.printf("%d a second: %.3f of what it takes%n", capacity, most / takes);
    assertThat(most / takes).isGreaterThanOrEqualTo(0.95);
    assertThat(queues.parked()).isEmpty();
    assertThat(up.accepted).hasSize(events);
  }

  private BatchOutcome throttled(List<ScriptedTarget.Sent> entries, PartitionLimits limits) {
    List<PublishOutcome> outcomes = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      outcomes.add(takes(limits) ? Published.INSTANCE : THROTTLED);
    }
    return new BatchOutcome.PerEntry(outcomes);
  }

  private static boolean takes(PartitionLimits limits) {
    try {
      limits.write("target", 0.1);
      return true;
    } catch (PartitionLimits.Throttled none) {
      return false;
    }
  }

  private List<StreamRecord> arrived(long from, long to) {
    return Records.justNow(loop.instant(), LANES, from, to);
  }
}
