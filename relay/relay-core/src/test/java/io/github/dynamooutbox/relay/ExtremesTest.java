package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.progress.BoundedClock;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clocks, creation times, commit times, positions and shards that are as extreme as their types
 * allow, with targets that fail in every way for a while: nothing faults, and nothing is lost.
 */
class ExtremesTest extends ShardBench {
  private static final int RECORDS = 24;

  /** A target fails for longer than a circuit needs to open, and an event to count as stuck. */
  private static final Duration TROUBLE = Duration.ofMinutes(4);

  private static final List<Instant> TIMES =
      List.of(
          Instant.ofEpochMilli(Long.MIN_VALUE / 4),
          Instant.EPOCH,
          Instant.parse("2026-01-01T00:00:00Z"),
          Instant.parse("9999-12-31T23:59:59Z"),
          Instant.ofEpochMilli(Long.MAX_VALUE / 4),
          Instant.ofEpochMilli(Long.MIN_VALUE),
          Instant.ofEpochMilli(Long.MAX_VALUE),
          Instant.MIN,
          Instant.MAX);

  /** So many of them, from the first on, are of clocks that go on. */
  private static final int GOING = 5;

  private static final long[] MILLIS = {
    Long.MIN_VALUE, -1, 0, 1_767_225_600_000L, 253_402_300_800_000L, Long.MAX_VALUE
  };

  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(7));
  private final List<ScriptedTarget> targets = List.of(target("bus", true), target("feed", false));
  private final List<String> faults = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void noExtremeOfTimeOrPositionHaltsTheRelayOrLosesAnEvent(long seed) {
    Random random = new Random(seed);
    int base = (int) (seed % TIMES.size());
    InstantSource clock = from(TIMES.get(base));
    Instant calm = loop.instant().plus(base < GOING ? TROUBLE : Duration.ZERO);
    targets.forEach(target -> target.always(entries -> answer(entries, calm, random)));
    ShardRelay shard = relay(clock, random).open(seed % 2 == 0 ? "" : "0".repeat(65));
    int style = random.nextInt(4);
    for (int from = 1; from <= RECORDS; from += 6) {
      List<StreamRecord> batch = new ArrayList<>();
      for (int number = from; number < from + 6; number++) {
        batch.add(record(number, style, random));
      }
      shard.submit(batch);
      shard.submit(batch);
      loop.runFor(Duration.ofSeconds(1));
    }
    settle(shard);
    assertThat(close(shard)).as("first unfinished").isEmpty();
    loop.runFor(TROUBLE);
    RedriveResult result = redrive(clock, random);

    assertThat(faults).isEmpty();
    assertThat(result.unfinished()).isZero();
    assertThat(queues.parked()).isEmpty();
    for (ScriptedTarget target : targets) {
      assertThat(target.accepted).as(target.name()).doesNotHaveDuplicates().hasSize(RECORDS);
    }
  }

  private ScriptedTarget target(String name, boolean isOrdered) {
    return new ScriptedTarget(name, isOrdered, new BatchLimits(5, 10_000, 2), loop);
  }

  /** A clock that starts there, and stops at the end of time. */
  private InstantSource from(Instant base) {
    Instant start = loop.instant();
    return () -> {
      Duration since = Duration.between(start, loop.instant());
      return base.isAfter(Instant.MAX.minus(since)) ? Instant.MAX : base.plus(since);
    };
  }

  private BatchOutcome answer(List<ScriptedTarget.Sent> entries, Instant calm, Random random) {
    boolean isCalm = !loop.instant().isBefore(calm);
    return new BatchOutcome.PerEntry(
        entries.stream()
            .map(entry -> isCalm ? Published.INSTANCE : answer(random.nextInt(12)))
            .toList());
  }

  private static PublishOutcome answer(int number) {
    return switch (number) {
      case 0 -> Published.INSTANCE;
      case 1 -> new Rejected("TOO_BAD", "not now");
      case 2, 3 -> new Retry("ENTRY", "not this", Retry.Reason.ENTRY);
      case 4, 5, 6 -> new Retry("THROTTLED", "too much", Retry.Reason.THROTTLED);
      default -> new Retry("DOWN", "no answer", Retry.Reason.UNKNOWN);
    };
  }

  private Relay relay(InstantSource clock, Random random) {
    return Relay.builder(List.copyOf(targets), List.of(Rule.all("bus", "feed")), loop)
        .clock(clock)
        .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random))
        .parking(
            new ParkingPolicy(Optional.of(queues.table()), true, Optional.of(BlockedAfter.DEFAULT)))
        .finishedAhead(new MemoryAhead())
        .observer(this::observe)
        .build();
  }

  /** Every duration is one that hosts can convert. */
  private void observe(RelayEvent event) {
    if (event instanceof RelayEvent.Halted halted) {
      faults.add(halted.toString());
    } else if (event instanceof RelayEvent.Published published) {
      observe(published.age());
    } else if (event instanceof RelayEvent.Answered answered) {
      observe(answered.took());
    } else if (event instanceof RelayEvent.StillDown down) {
      observe(down.age());
    }
  }

  private void observe(Duration told) {
    if (told.abs().compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0) {
      faults.add(told.toString());
    }
  }

  private RedriveResult redrive(InstantSource clock, Random random) {
    Redrive redrive =
        Redrive.builder(
                new Setup(
                    queues.table(), List.copyOf(targets), List.of(Rule.all("bus", "feed")), loop))
            .backoff(new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), random))
            .clock(clock)
            .observer(this::observe)
            .build();
    Instant end = new BoundedClock(clock).instant().plus(TROUBLE);
    RedriveTime time = new RedriveTime(end, end.plusSeconds(1), end.plusSeconds(2));
    RedriveOrder order = RedriveOrder.of(EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND)));
    CompletableFuture<RedriveResult> done =
        redrive
            .parked()
            .thenCompose(parked -> redrive.run("run", parked, order, time))
            .toCompletableFuture();
    loop.runUntil(done::isDone);
    return done.join();
  }

  private static StreamRecord record(int number, int style, Random random) {
    Instant written = Instant.ofEpochMilli(MILLIS[random.nextInt(MILLIS.length)]);
    StreamRecord record = Records.order(number, "a" + number % 5, number, written, 1);
    String position =
        switch (style) {
          case 0 -> "" + number;
          case 1 -> "%040d".formatted(number);
          case 2 -> "9".repeat(38) + "%02d".formatted(number);
          default -> "0".repeat(number % 7) + number;
        };
    Optional<Instant> created =
        random.nextInt(4) == 0
            ? Optional.empty()
            : Optional.of(TIMES.get(random.nextInt(TIMES.size())));
    return new StreamRecord(
        new StreamPosition(position), record.change(), record.keys(), record.newImage(), created);
  }
}
