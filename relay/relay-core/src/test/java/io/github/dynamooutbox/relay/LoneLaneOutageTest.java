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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One lane is all that goes to a target that hangs. It has one request under way at a time, and
 * each of them takes as long as calls may take at most: the other target must not wait for longer
 * than beside many lanes. Pauses between attempts grow to five minutes, the longest that can be
 * set.
 */
class LoneLaneOutageTest {
  private static final Duration BEFORE = Duration.ofSeconds(2);
  private static final Duration OUTAGE = Duration.ofMinutes(5);

  /** 50 records a second, as one of 20 of those that might come. */
  private static final int EVERY = 20;

  /** Full after 20 seconds. */
  private static final int WINDOW_EVENTS = 500;

  private static final int LANES = 100;

  private final VirtualLoop loop = new VirtualLoop();
  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  private final ScriptedTarget up = target("up");
  private final ScriptedTarget hanging = target("hanging");
  private Duration mostBehind = Duration.ZERO;
  private Instant lastPublished = Instant.EPOCH;

  @ParameterizedTest(name = "{0}, down after {1} s, calls of {2} s")
  @CsvSource({"LAMBDA, 60, 50", "KCL, 60, 50", "KCL, 116, 50", "KCL, 10, 30"})
  void theOtherTargetIsNeverMoreThanTheChosenTimeAndAMinuteBehind(
      RecordFeed.Host host, int downAfter, int callTimeout) {
    new RecordFeed(loop, relay(Duration.ofSeconds(downAfter)), host, this::arrived).start();
    loop.runFor(BEFORE);
    hanging
        .always(entries -> BatchOutcome.all(entries.size(), new Retry("DOWN", "no answer")))
        .latency(Duration.ofSeconds(callTimeout));
    loop.runFor(OUTAGE);

    assertThat(mostBehind)
        .as("waits, as the lane fills what there is room for")
        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(downAfter + 60));
    assertThat(lastPublished).isAfter(loop.instant().minusSeconds(callTimeout + 10));
  }

  /** Every second record is one of the lane that is alone. */
  private List<StreamRecord> arrived(long from, long to) {
    List<StreamRecord> records = new ArrayList<>();
    for (long number = from; number < to; number += EVERY) {
      long position = 1 + number / EVERY;
      Instant now = loop.instant();
      records.add(
          Records.createdAt(
              now,
              position % 2 == 0
                  ? Records.record(position, "Order", "lone", position, now, 1, "Lone")
                  : Records.record(
                      position, "Order", "o" + position % LANES, position, now, 1, "Other")));
    }
    return records;
  }

  private Relay relay(Duration downAfter) {
    BlockedAfter blockedAfter = new BlockedAfter(downAfter, BlockedAfter.DEFAULT.stuck());
    return Relay.builder(
            List.of(up, hanging),
            List.of(
                Rule.matching("{\"type\":[\"Other\"]}", "up"),
                Rule.matching("{\"type\":[\"Lone\"]}", "hanging")),
            loop)
        .clock(loop)
        .backoff(new Backoff(Duration.ofSeconds(60), Duration.ofMinutes(5), new Random(1)))
        .window(WINDOW_EVENTS, 1 << 25)
        .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(blockedAfter)))
        .finishedAhead(new MemoryAhead())
        .observer(
            event -> {
              if (event instanceof RelayEvent.Published it) {
                mostBehind = mostBehind.compareTo(it.age()) < 0 ? it.age() : mostBehind;
                lastPublished = it.envelope().record().context().writtenAt();
              }
            })
        .build();
  }

  private ScriptedTarget target(String name) {
    return new ScriptedTarget(name, true, new BatchLimits(10, 262_144, 4), loop);
  }
}
