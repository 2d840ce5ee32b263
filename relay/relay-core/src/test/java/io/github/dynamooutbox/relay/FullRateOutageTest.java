package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A shard that gets 1,000 records a second, as many as a partition writes, while one of its targets
 * hangs and another one fails: the third one must not fall behind, in virtual time.
 *
 * <p>{@code -Doutage.seconds=108000} lets the outage last for 30 hours, {@code -Doutage.rate=100}
 * lets 100 records a second arrive, {@code -Doutage.host=KCL} tries one host, and {@code
 * -Doutage.call-timeout=30} lets requests hang for 30 seconds.
 */
class FullRateOutageTest {
  private static final int LANES = 1_000;
  private static final int RATE = Integer.getInteger("outage.rate", 1_000);
  private static final Duration CALL_TIMEOUT =
      Duration.ofSeconds(Long.getLong("outage.call-timeout", 5));
  private static final Duration BEFORE = Duration.ofSeconds(5);
  private static final int LATELY = 10;
  private static final int REPORT_EVERY = 300;
  private static final Duration OUTAGE = Duration.ofSeconds(Long.getLong("outage.seconds", 100));

  /** The time after which a target counts as down, and one minute. */
  private static final Duration MOST_BEHIND =
      BlockedAfter.DEFAULT.targetDown().plus(Duration.ofMinutes(1));

  private final VirtualLoop loop = new VirtualLoop();
  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  private final ScriptedTarget up = target("up");
  private final ScriptedTarget hanging = target("hanging");
  private final ScriptedTarget failing = target("failing");
  private Duration mostBehind = Duration.ZERO;
  private Duration lately = Duration.ZERO;
  private Duration reported = Duration.ZERO;
  private long published;

  private static Stream<RecordFeed.Host> hosts() {
    String only = System.getProperty("outage.host");
    return Stream.of(RecordFeed.Host.values())
        .filter(host -> only == null || only.equals(host.name()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hosts")
  void theOtherTargetIsNeverMoreThanTheChosenTimeAndAMinuteBehind(RecordFeed.Host host) {
    RecordFeed feed = new RecordFeed(loop, relay(), host, this::arrived, RATE);
    feed.start();
    runFor(BEFORE);
    assertThat(mostBehind).as("before").isLessThan(Duration.ofSeconds(5));

    hanging.always(FullRateOutageTest::noAnswer).latency(CALL_TIMEOUT);
    failing.always(FullRateOutageTest::noAnswer);
    runFor(OUTAGE);

    System.out.printf(
        "%s: %d published, at most %.1f s behind, %.1f s at the end%n",
        host, published, mostBehind.toMillis() / 1e3, lately.toMillis() / 1e3);
    assertThat(mostBehind).isLessThan(MOST_BEHIND);
    assertThat(lately).as("in the last seconds").isLessThan(Duration.ofMinutes(1));
  }

  private static BatchOutcome noAnswer(List<ScriptedTarget.Sent> entries) {
    return BatchOutcome.all(entries.size(), new Retry("DOWN", "no answer"));
  }

  /** What has come so far is not kept: hours of it would not fit into memory. */
  private void runFor(Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      if (second % LATELY == 0) {
        lately = Duration.ZERO;
      }
      loop.runFor(Duration.ofSeconds(1));
      for (ScriptedTarget target : List.of(up, hanging, failing)) {
        target.requests.clear();
        target.accepted.clear();
      }
      queues.held().forEach(queues::deleteByHand);
      if ((second + 1) % REPORT_EVERY == 0) {
        System.out.printf(
            "%,d s: at most %.1f s behind, %d queues held, steps in the last %d s: %s%n",
            second + 1,
            reported.toMillis() / 1e3,
            queues.held().size(),
            REPORT_EVERY,
            queues.steps);
        reported = Duration.ZERO;
        queues.steps.clear();
      }
    }
  }

  private List<StreamRecord> arrived(long from, long to) {
    List<StreamRecord> records = new ArrayList<>();
    for (long number = from; number < to; number++) {
      Instant created = loop.instant();
      records.add(
          Records.createdAt(
              created,
              Records.order(number + 1, "o" + number % LANES, 1 + number / LANES, created, 1)));
    }
    return records;
  }

  private Relay relay() {
    return Relay.builder(
            List.of(up, hanging, failing), List.of(Rule.all("up", "hanging", "failing")), loop)
        .clock(loop)
        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)))
        .parking(
            new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)))
        .finishedAhead(new MemoryAhead())
        .observer(
            event -> {
              if (event instanceof RelayEvent.Published it) {
                if (it.target().equals("up")) {
                  published++;
                  mostBehind = mostBehind.compareTo(it.age()) < 0 ? it.age() : mostBehind;
                  reported = reported.compareTo(it.age()) < 0 ? it.age() : reported;
                  lately = lately.compareTo(it.age()) < 0 ? it.age() : lately;
                }
              }
            })
        .build();
  }

  private ScriptedTarget target(String name) {
    return new ScriptedTarget(name, true, new BatchLimits(10, 262_144, 4), loop);
  }
}
