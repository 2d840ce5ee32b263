package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * A function works on several shards at once for hours, each batch in another of its containers, of
 * which some are new and some die. As Lambda does not name shards, all of them share the circuits
 * and the lists of what is finished ahead. One target is down and comes back.
 *
 * <p>{@code -Dcontainers.hours=12} lets it be down for so long.
 */
class ManyContainersTest {
  private static final int SHARDS = 4;
  private static final Duration HANGS = Duration.ofSeconds(5);
  private static final Duration BEFORE = Duration.ofMinutes(5);
  private static final Duration OUTAGE = Duration.ofHours(Long.getLong("containers.hours", 1));
  private static final Duration AFTERWARDS = Duration.ofMinutes(10);
  private static final Duration AT_THE_END = Duration.ofMinutes(2);

  /** The time after which a target counts as down, and one minute. */
  private static final Duration MOST_BEHIND =
      BlockedAfter.DEFAULT.targetDown().plus(Duration.ofMinutes(1));

  private final VirtualLoop loop = new VirtualLoop();
  private final Random random = new Random(1);
  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  private final SharedLists lists = new SharedLists();
  private final ScriptedTarget up = target("up");
  private final ScriptedTarget down = target("down");
  private final Set<String> arrived = new HashSet<>();
  private final Map<String, Duration> mostBehind = new HashMap<>();

  @Test
  void theTargetThatIsUpStaysWithinTheChosenTimeAndAMinute() {
    ContainerFeed feed = new ContainerFeed(loop, random, 5, this::relay);
    for (int shard = 0; shard < SHARDS; shard++) {
      feed.start(shard);
    }
    runFor(BEFORE);
    assertThat(mostBehind.get("up")).as("before").isLessThan(Duration.ofSeconds(10));
    assertThat(mostBehind.get("down")).as("before").isLessThan(Duration.ofSeconds(10));

    down.always(ManyContainersTest::noAnswer).latency(HANGS);
    int requests = down.sent;
    runFor(OUTAGE);
    double requestsAMinute = (double) (down.sent - requests) / OUTAGE.toMinutes();

    down.always(ScriptedTarget::acceptAll).latency(Duration.ofMillis(10));
    long minutes = AFTERWARDS.toMinutes();
    for (int minute = 0; minute < minutes; minute++) {
      queues.held().forEach(queues::release);
      runFor(Duration.ofMinutes(1));
    }
    System.out.printf(
        "%d containers, %d of them died: at most %.1f s behind, %.1f requests a minute to the target"
            + " that is down%n",
        feed.containers(), feed.deaths(), mostBehind.get("up").toMillis() / 1e3, requestsAMinute);
    assertThat(feed.deaths()).isGreaterThan(20);
    assertThat(feed.containers()).isGreaterThan(feed.deaths());
    assertThat(mostBehind.get("up")).isLessThan(MOST_BEHIND);
    assertThat(requestsAMinute).as("probes, of all shards together").isLessThan(10);

    mostBehind.clear();
    runFor(AT_THE_END);
    assertThat(queues.held()).isEmpty();
    assertThat(mostBehind.get("up")).as("at the end").isLessThan(Duration.ofSeconds(10));
    assertThat(mostBehind.get("down")).as("at the end").isLessThan(Duration.ofSeconds(10));
  }

  private static BatchOutcome noAnswer(List<ScriptedTarget.Sent> entries) {
    return BatchOutcome.all(entries.size(), new Retry("DOWN", "no answer"));
  }

  /** What has come so far is not kept: hours of it would not fit into memory. */
  private void runFor(Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      loop.runFor(Duration.ofSeconds(1));
      for (ScriptedTarget target : List.of(up, down)) {
        target.sent += target.requests.size();
        target.requests.clear();
        target.accepted.clear();
      }
      queues.held().forEach(queues::deleteByHand);
      if (second % 600 == 0) {
        arrived.clear();
      }
    }
  }

  private Relay relay(MortalLoop process) {
    return Relay.builder(List.of(up, down), List.of(Rule.all("up", "down")), process)
        .clock(loop)
        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random))
        .parking(
            new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)))
        .finishedAhead(lists)
        .observer(
            event -> {
              if (event instanceof RelayEvent.Published it) {
                if (arrived.add(it.target() + ' ' + it.envelope().event().id())) {
                  mostBehind.merge(it.target(), it.age(), (a, b) -> a.compareTo(b) < 0 ? b : a);
                }
              }
            })
        .build();
  }

  private ScriptedTarget target(String name) {
    return new ScriptedTarget(name, true, new BatchLimits(10, 262_144, 4), loop);
  }

  /** Lists that stay for a while, as those of one shard do not tell when others are passed. */
  private static final class SharedLists implements FinishedAheadStore {
    private final Set<FinishedDelivery> all = new HashSet<>();

    @Override
    public CompletionStage<Set<FinishedDelivery>> load(StreamPosition from) {
      Set<FinishedDelivery> found = new HashSet<>();
      for (FinishedDelivery each : all) {
        if (each.position().compareTo(from) >= 0) {
          found.add(each);
        }
      }
      return CompletableFuture.completedStage(found);
    }

    @Override
    public CompletionStage<Void> save(StreamPosition first, List<FinishedDelivery> finished) {
      if (all.size() > 20_000) {
        all.clear();
      }
      all.addAll(finished);
      return CompletableFuture.completedStage(null);
    }
  }
}
