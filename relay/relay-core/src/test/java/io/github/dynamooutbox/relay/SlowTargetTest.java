package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A target that throttles, beside a healthy one; {@link OutagesTest} has more and longer ones. */
class SlowTargetTest {
  private static final int ARRIVING = 50;
  private static final int TAKES = 20;
  private static final Duration TIME = Duration.ofMinutes(4);

  /** The time after which a target counts as down, and one minute. */
  private static final Duration MOST_BEHIND = Duration.ofMinutes(2);

  @Test
  void parksWhatOthersWouldHaveToWaitFor() {
    isOnTime(RecordFeed.Host.LAMBDA);
  }

  @Tag("full")
  @Test
  void holdsUpTheHealthyOneForNoLongerThanATargetThatIsDownInAProcess() {
    isOnTime(RecordFeed.Host.KCL);
  }

  private static void isOnTime(RecordFeed.Host host) {
    OutageWorld world = run(host, false, true);

    assertThat(world.up.mostBehind()).isLessThan(MOST_BEHIND);
    assertThat(world.slow.accepted()).isGreaterThan((long) (0.9 * TAKES * TIME.toSeconds()));
    assertThat(world.slow.inversions() + world.up.inversions()).isZero();
  }

  /** The writer's clock counts within the minute to which a stream may round its own. */
  @ParameterizedTest
  @ValueSource(longs = {1, -1})
  void neitherWaitsLongerNorParksSoonerBecauseAWritersClockIsWrong(long hours) {
    OutageWorld world = new OutageWorld(true, 10, false, true);
    world.slow.as(TargetModel.bucket(TAKES));
    Duration ahead = Duration.ofHours(hours);
    new OutageHost(world.loop, RecordFeed.Host.LAMBDA, 1, world::relay)
        .writerIsAhead(ahead)
        .start(ARRIVING, 1, 500, 0);

    world.loop.runFor(BlockedAfter.DEFAULT.targetDown());
    assertThat(world.parkedSoFar()).isZero();
    // One invocation does not last as long; the next one sees what is older by then.
    world.loop.runFor(Duration.ofMinutes(5));
    assertThat(world.parkedSoFar()).isPositive();
  }

  @Test
  void isSentAtMostThreeTimesWhatItAccepts() {
    OutageWorld world = run(RecordFeed.Host.KCL, true, true);

    assertThat(world.slow.accepted()).isGreaterThan((long) (0.97 * TAKES * TIME.toSeconds()));
    assertThat(world.slow.attempts()).isLessThan(3 * world.slow.accepted());
  }

  @Test
  void parksNothingIfNobodyElseWaits() {
    OutageWorld world = run(RecordFeed.Host.LAMBDA, true, true);

    assertThat(world.parkedSoFar()).isZero();
  }

  @Tag("full")
  @Test
  void parksNothingWithoutAControlTable() {
    OutageWorld world = run(RecordFeed.Host.LAMBDA, false, false);

    assertThat(world.slow.accepted()).isGreaterThan((long) (0.97 * TAKES * TIME.toSeconds()));
    double served = (double) TAKES / ARRIVING;
    assertThat(world.up.mostBehind().toSeconds())
        .as("what the slow target takes is what both get")
        .isBetween((long) (0.9 * (1 - served) * TIME.toSeconds()), TIME.toSeconds());
  }

  /** After an outage of the relay itself everything is late, and nothing is the target's fault. */
  @Test
  void aBacklogIsNotParkedBecauseOfTheFirstThrottle() {
    OutageWorld world = new OutageWorld(true, 10, false, true);
    Instant old = world.loop.instant().minus(Duration.ofHours(2));
    List<StreamRecord> records = new ArrayList<>();
    for (int number = 1; number <= 3_000; number++) {
      records.add(
          Records.createdAt(old, Records.order(number, "o" + number % 300, number, old, 1)));
    }
    world.slow.as(TargetModel.bucket(200));
    ShardRelay shard = world.relay().open("shard");
    shard.submit(records);
    world.loop.runUntil(shard.settled().toCompletableFuture()::isDone);

    assertThat(world.slow.attempts()).as("it throttles").isGreaterThan(3_100);
    assertThat(world.slow.accepted()).isEqualTo(3_000);
    assertThat(world.parkedSoFar()).isZero();
  }

  /** Where there is no order, what is parked says nothing about the events that are to come. */
  @Test
  void aContainerThatHasJustStartedKnowsByWhatIsParked() {
    OutageWorld world = new OutageWorld(false, 10, false, true);
    world.slow.as(TargetModel.bucket(5));

    assertThat(settled(world, 1)).isGreaterThan(Duration.ofSeconds(30));
    assertThat(world.parkedSoFar()).isPositive();
    assertThat(settled(world, 2_001)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void aBacklogThatIsNoLongerHeldSaysNothing() {
    OutageWorld world = new OutageWorld(false, 10, false, true);
    ShardRelay shard = world.relay().open("shard");
    world.slow.as(TargetModel.bucket(5));
    settled(world, shard, 1);
    assertThat(world.parkedNow()).isPositive();
    world.slow.as(TargetModel.HEALTHY);
    world.redriveEveryMinute();
    world.loop.runFor(Duration.ofMinutes(10));
    assertThat(world.parkedNow()).isZero();

    final long parked = world.parkedSoFar();
    final long attempts = world.slow.attempts();
    world.slow.as(TargetModel.bucket(100));
    settled(world, shard, 1_001);

    assertThat(world.slow.attempts() - attempts).as("it throttles").isGreaterThan(1_000);
    assertThat(world.parkedSoFar()).isEqualTo(parked);
  }

  private static Duration settled(OutageWorld world, int first) {
    return settled(world, world.relay().open("shard"), first);
  }

  private static Duration settled(OutageWorld world, ShardRelay shard, int first) {
    Instant start = world.loop.instant();
    Instant old = start.minus(Duration.ofMinutes(2));
    shard.submit(
        IntStream.range(first, first + 1_000)
            .mapToObj(n -> Records.createdAt(old, Records.order(n, "o" + n, n, old, 1)))
            .toList());
    world.loop.runUntil(shard.settled().toCompletableFuture()::isDone);
    return Duration.between(start, world.loop.instant());
  }

  private static OutageWorld run(RecordFeed.Host host, boolean isAlone, boolean hasControl) {
    OutageWorld world = new OutageWorld(true, 10, isAlone, hasControl);
    world.slow.as(TargetModel.bucket(TAKES));
    new OutageHost(world.loop, host, 1, world::relay).start(ARRIVING, 1, 500, 0);
    world.redriveEveryMinute();
    world.loop.runFor(TIME);
    return world;
  }
}
