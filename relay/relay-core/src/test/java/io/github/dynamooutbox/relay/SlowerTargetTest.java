package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A target that takes half of what arrives is not down: it holds the other one up, nothing is
 * parked, and the times that answers take tell which of them it is, and a little the ages of what
 * is published.
 */
class SlowerTargetTest {
  private static final int ARRIVING = 200;
  private static final int LANES = 500;
  private static final BatchLimits LIMITS = new BatchLimits(10, 262_144, 4);

  private final VirtualLoop loop = new VirtualLoop();
  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  private final Map<String, LongSummaryStatistics> ages = new TreeMap<>();
  private final Map<String, LongSummaryStatistics> answers = new TreeMap<>();

  @ParameterizedTest(name = "{0}")
  @EnumSource
  void itsAnswersTakeLongestAndItsEventsAreTheOldest(RecordFeed.Host host) {
    ScriptedTarget quick = new ScriptedTarget("quick", true, LIMITS, loop);
    ScriptedTarget slow = new ScriptedTarget("slow", true, LIMITS, loop);
    slow.latency(Duration.ofMillis(400));
    new RecordFeed(loop, relay(List.of(quick, slow)), host, this::arrived, ARRIVING).start();
    loop.runFor(Duration.ofMinutes(4));

    System.out.printf("%s: ages in ms %s%n", host, ages);
    assertThat(answers.get("slow").getAverage()).isEqualTo(400);
    assertThat(answers.get("quick").getAverage()).isLessThan(40);
    double quickAge = ages.get("quick").getAverage();
    assertThat(queues.parked()).isEmpty();
    assertThat(quickAge).as("waits, too").isGreaterThan(30_000);
    assertThat(ages.get("slow").getAverage())
        .as("by the time for which a batch or a window waits for it")
        .isGreaterThan(quickAge + 2_000);
  }

  private List<StreamRecord> arrived(long from, long to) {
    return Records.justNow(loop.instant(), LANES, from, to);
  }

  private Relay relay(List<ScriptedTarget> targets) {
    return Relay.builder(List.copyOf(targets), List.of(Rule.all("quick", "slow")), loop)
        .clock(loop)
        .window(2_000, 1 << 25)
        .parking(
            new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)))
        .finishedAhead(new MemoryAhead())
        .observer(
            event -> {
              if (event instanceof RelayEvent.Published it) {
                ages.computeIfAbsent(it.target(), each -> new LongSummaryStatistics())
                    .accept(it.age().toMillis());
              } else if (event instanceof RelayEvent.Answered it) {
                answers
                    .computeIfAbsent(it.target(), each -> new LongSummaryStatistics())
                    .accept(it.took().toMillis());
              }
            })
        .build();
  }
}
