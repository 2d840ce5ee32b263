package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which queues of a part a redrive works on at the same time, and in which order. */
class RedriveTurnsTest extends RedriveBench {
  private static final int PART = 3;

  /** When each queue that a redrive works on has been looked at, and nothing is read yet. */
  private static final Duration BEGUN = Duration.ofMillis(25);

  @Test
  void worksOnAllBacklogsAndSixteenLanesOfAPartAtATime() {
    lanes("bus", 40).forEach(lane -> one(new QueueName.Lane(lane), lane));
    lanes("feed", 1).forEach(lane -> one(QueueName.Single.of(lane), lane));
    lanes("bus", 1).forEach(lane -> one(QueueName.Part.of(lane), lane));
    lanes("feed", 1).forEach(lane -> one(QueueName.Part.of(lane), lane));

    CompletableFuture<RedriveResult> done = start(RedriveOrder.BLOCKED);
    loop.runFor(BEGUN);

    assertThat(queues.times("state")).isEqualTo(16 + 2);
    loop.runUntil(done::isDone);
    assertThat(done.join().released()).isEqualTo(43);
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void worksOnWhatIsParkedForAllTargetsOneAfterTheOtherWhenNothingElseIsLeft() {
    List<LaneKey> forAll = lanes(LaneKey.ALL_TARGETS, 3);
    forAll.forEach(lane -> one(new QueueName.Lane(lane), lane));
    lanes("bus", 20).forEach(lane -> one(new QueueName.Lane(lane), lane));
    bus.latency(Duration.ofSeconds(1));

    CompletableFuture<RedriveResult> done = start(RedriveOrder.BLOCKED);
    loop.runFor(BEGUN);
    assertThat(queues.times("state")).isEqualTo(16);
    loop.runUntil(() -> done.isDone() || queues.times("release") == 20);
    int before = queues.times("state");
    loop.runFor(BEGUN);

    assertThat(queues.times("state")).isEqualTo(before + 1);
    assertThat(bus.accepted).hasSize(20);
    loop.runUntil(done::isDone);
    assertThat(bus.accepted).hasSize(23);
    assertThat(feed.accepted).hasSize(3);
  }

  @Test
  void givesTheLeaseBackWhenItHasEnded() {
    one(OWN, LANE);

    redrive(RedriveOrder.BLOCKED);

    Instant now = loop.instant();
    assertThat(queues.atOnce().lease(OWN.part(), "next", now, now.plusSeconds(1)))
        .isCompletedWithValue(new Lease("next", now.plusSeconds(1)));
  }

  @Test
  void endsAtOnceWhereAPartIsBusyAndLeavesNothingOnTheLoop() {
    one(OWN, LANE);
    Instant start = loop.instant();
    queues.atOnce().lease(OWN.part(), "other", start, start.plusSeconds(600));

    assertThat(redrive(RedriveOrder.BLOCKED).busy()).containsOnlyKeys(OWN.part());

    assertNothingIsLeftOnTheLoop();
    assertThat(loop.instant()).isBefore(start.plusSeconds(1));
  }

  @Test
  void leavesNothingOnTheLoopWhenItHasReleasedAQueue() {
    one(OWN, LANE);
    Instant start = loop.instant();

    assertThat(redrive(RedriveOrder.BLOCKED).released()).isEqualTo(1);

    assertNothingIsLeftOnTheLoop();
    assertThat(loop.instant()).isBefore(start.plusSeconds(10));
  }

  /** Moving an event fails again and again. */
  @Test
  void retriesNothingOfAPageAfterItsStop() {
    backlog(1, "a", 1);
    bus.always(ParkingBench.rejecting("a-1.0"));
    for (int i = 0; i < 1_000; i++) {
      queues.failures.add(new IllegalStateException("no table"));
    }

    assertThat(redrive(RedriveOrder.BLOCKED).unfinished()).isEqualTo(1);

    int left = queues.failures.size();
    loop.runFor(Duration.ofMinutes(1));
    assertThat(queues.failures.size()).isBetween(left - 1, left);
  }

  @Test
  void doesNothingMoreAfterItsStopWhenATableAnswersLate() {
    one(OWN, LANE);
    CompletableFuture<RedriveResult> done = start(RedriveOrder.BLOCKED);
    loop.runUntil(() -> queues.times("lease") == 1);
    queues.latency = Duration.ofMinutes(2);

    loop.runUntil(done::isDone);
    loop.runAll();

    assertThat(done.join().unfinished()).isEqualTo(1);
    assertThat(queues.times("give back")).isZero();
  }

  @Test
  void triesATargetThatIsDownUntilItsTimeIsUpAndCountsTheRestAsUnfinished() {
    lanes("bus", 20).forEach(lane -> one(new QueueName.Lane(lane), lane));
    bus.always(entries -> BatchOutcome.all(entries.size(), DOWN));
    Instant start = loop.instant();

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(loop.instant()).isBetween(start.plusSeconds(50), start.plusSeconds(58));
    assertThat(result.stuck().size() + result.unfinished()).isEqualTo(20);
    assertThat(result.unfinished()).isGreaterThanOrEqualTo(4);
  }

  /** One page that fails says less than a backlog that does. */
  @Test
  void saysOfASingleEventThatItsTargetDoesNotTakeIt() {
    LaneKey lane = new LaneKey("feed", "Order#a");
    one(QueueName.Single.of(lane), lane);
    feed.always(entries -> BatchOutcome.all(entries.size(), DOWN));

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.stuck())
        .isEqualTo(Map.of(QueueName.Single.of(lane), new Why("Down", "is down")));
    assertThat(result.unfinished()).isZero();
  }

  /** What the target has accepted of the same page before does not show that it takes others. */
  @Test
  void leavesTheRestOfABacklogWhoseTargetGoesDownInItsMidst() {
    List<LaneKey> lanes = lanes("bus", 130);
    append(QueueName.Part.of(lanes.get(0)), lanes.stream().map(this::blocked).toList());
    bus.always(
        entries ->
            bus.accepted.size() < 60
                ? ScriptedTarget.acceptAll(entries)
                : BatchOutcome.all(entries.size(), DOWN));

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.published()).isEqualTo(60);
    assertThat(result.moved()).isZero();
    assertThat(queues.held()).containsExactly(QueueName.Part.of(lanes.get(0)));
  }

  /**
   * Most of the page was accepted, which alone would say that the rest is stuck: but nothing of it
   * was tried often enough.
   */
  @Test
  void leavesTheRestOfABacklogWhoseTargetStopsAnsweringNearItsEnd() {
    List<LaneKey> lanes = lanes("bus", 110);
    append(QueueName.Part.of(lanes.get(0)), lanes.stream().map(this::blocked).toList());
    bus.always(
        entries -> {
          if (bus.accepted.size() < 60) {
            return ScriptedTarget.acceptAll(entries);
          }
          bus.latency(Duration.ofSeconds(4));
          return BatchOutcome.all(entries.size(), DOWN);
        });

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.published()).isEqualTo(60);
    assertThat(result.moved()).isZero();
    assertThat(queues.held()).containsExactly(QueueName.Part.of(lanes.get(0)));
  }

  @Test
  void failsAndDoesNothingMoreWhereAPageBreaks() {
    lanes("bus", 20).forEach(lane -> one(new QueueName.Lane(lane), lane));
    bus.latency(Duration.ofSeconds(1));
    AtomicInteger prepared = new AtomicInteger();
    bus.preparing =
        envelope -> {
          if (prepared.incrementAndGet() == 8) {
            throw new StackOverflowError("a bug");
          }
        };
    CompletableFuture<RedriveResult> done = start(RedriveOrder.BLOCKED);

    assertThatThrownBy(() -> loop.runUntil(done::isDone)).hasMessage("a bug");
    loop.runUntil(done::isDone);
    int sent = bus.requests.size();
    loop.runAll();

    assertThatThrownBy(done::join).hasRootCauseMessage("a bug");
    assertThat(bus.requests).hasSize(sent);
    assertThat(queues.times("release")).isZero();
  }

  private void assertNothingIsLeftOnTheLoop() {
    Instant ended = loop.instant();
    loop.runAll();
    assertThat(loop.instant()).isEqualTo(ended);
  }

  @Test
  void saysOfEachQueueWhyItIsStuck() {
    Map<QueueName, Why> why = new HashMap<>();
    LaneKey gone = new LaneKey("gone", "Order#a");
    for (QueueName queue :
        List.of(new QueueName.Lane(gone), QueueName.Part.of(gone), QueueName.Single.of(gone))) {
      park(queue, gone, ParkReason.BLOCKED, order(1, 1, 1), 0);
      why.put(queue, new Why("NO_TARGET", "no target \"gone\""));
    }
    List<LaneKey> forAll = lanes(LaneKey.ALL_TARGETS, 2);
    for (LaneKey lane : forAll) {
      park(new QueueName.Lane(lane), lane, ParkReason.BLOCKED, Records.newerVersion(2, "b", 1), -1);
      why.put(
          new QueueName.Lane(lane),
          new Why("NEWER_VERSION", "format version 3: upgrade the relay"));
    }
    LaneKey singles = new LaneKey("feed", "Order#a");
    park(QueueName.Single.of(singles), singles, ParkReason.BLOCKED, order(3, 1, 1), 0);
    park(QueueName.Single.of(singles), singles, ParkReason.REJECTED, order(4, 2, 1), 0);
    park(QueueName.Single.of(singles), singles, ParkReason.BLOCKED, order(5, 3, 1), 0);
    why.put(QueueName.Single.of(singles), new Why("REJECTED", "why"));

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.stuck()).isEqualTo(why);
    assertThat(feed.accepted).containsExactly("a-1.0", "a-3.0");
    assertThat(bus.requests).isEmpty();
  }

  /** Parks an event of a lane. */
  private void one(QueueName queue, LaneKey lane) {
    append(queue, List.of(blocked(lane)));
  }

  private ParkedEvent blocked(LaneKey lane) {
    String id = lane.aggregate().substring("Order#".length());
    long position = id.equals("a") ? 1 : Long.parseLong(id) + 1;
    return parked(lane, ParkReason.BLOCKED, Records.order(position, id, 1, loop.instant(), 1), 0);
  }

  private static List<LaneKey> lanes(String target, int number) {
    return IntStream.iterate(0, id -> id + 1)
        .mapToObj(id -> new LaneKey(target, "Order#" + id))
        .filter(lane -> QueueName.partOf(lane) == PART)
        .limit(number)
        .toList();
  }
}
