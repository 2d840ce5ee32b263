package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.redrive.LanesRedrive;
import io.github.dynamooutbox.relay.redrive.RedriveSummary;
import io.github.dynamooutbox.relay.redrive.Redriver;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class LanesRedriveTest {
  private static final BatchLimits LIMITS = new BatchLimits(10, 10_000, 8);

  private final VirtualLoop loop = new VirtualLoop();
  private final Shelf shelf = new Shelf();
  private final ScriptedTarget bus = new ScriptedTarget("bus", true, LIMITS, loop);
  private final ScriptedTarget feed = new ScriptedTarget("feed", true, LIMITS, loop);
  private int atOnce = 2;

  @Test
  void opensTheLanesThatAreSelected() {
    park("bus", "a", ParkReason.BLOCKED);
    park("bus", "b", ParkReason.REJECTED);
    park("feed", "c", ParkReason.BLOCKED);

    RedriveSummary summary = run(lane -> lane.reason() == ParkReason.BLOCKED, () -> true);

    assertThat(summary).isEqualTo(new RedriveSummary(2, 2, Map.of(), 0));
    assertThat(shelf.closed()).containsExactly(lane("bus", "b"));
  }

  @Test
  void leavesTheOtherLanesOfATargetThatFailsAndGoesOnWithTheRest() {
    atOnce = 1;
    bus.always(sent -> BatchOutcome.all(sent.size(), new Retry("Down", "is down")));
    park("bus", "a", ParkReason.BLOCKED);
    park("bus", "b", ParkReason.BLOCKED);
    park("bus", "c", ParkReason.BLOCKED);
    park("feed", "a", ParkReason.BLOCKED);

    RedriveSummary summary = run(lane -> true, () -> true);

    assertThat(summary.stillParked()).containsOnlyKeys(lane("bus", "a"));
    assertThat(summary.notTried()).isEqualTo(2);
    assertThat(summary.reopened()).isEqualTo(1);
    assertThat(bus.requests).hasSize(1);
  }

  @Test
  void triesTheOtherLanesOfATargetThatRejectsOneEvent() {
    bus.next(sent -> BatchOutcome.all(1, new Rejected("Bad", "is bad")));
    park("bus", "a", ParkReason.REJECTED);
    park("bus", "b", ParkReason.REJECTED);
    park("bus", "c", ParkReason.REJECTED);

    RedriveSummary summary = run(lane -> true, () -> true);

    assertThat(summary.stillParked()).containsOnlyKeys(lane("bus", "a"));
    assertThat(summary.reopened()).isEqualTo(2);
  }

  @Test
  void redrivesNoMoreLanesAtOnceThanItMay() {
    atOnce = 3;
    for (int i = 0; i < 10; i++) {
      park("bus", "order-" + i, ParkReason.BLOCKED);
    }

    assertThat(run(lane -> true, () -> true).reopened()).isEqualTo(10);

    assertThat(bus.mostInFlight).isEqualTo(3);
  }

  @Test
  void beginsNoLaneWhenTimeIsUp() {
    atOnce = 1;
    park("bus", "a", ParkReason.BLOCKED);
    park("bus", "b", ParkReason.BLOCKED);

    RedriveSummary summary = run(lane -> true, () -> bus.requests.isEmpty());

    assertThat(summary.reopened()).isEqualTo(1);
    assertThat(summary.notTried()).isEqualTo(1);
    assertThat(bus.accepted).containsExactly("a-1.0");
  }

  @Test
  void leavesALaneInTheMiddleWhenTimeIsUp() {
    atOnce = 1;
    park("bus", "a", ParkReason.BLOCKED);
    shelf.park(lane("bus", "a"), ParkReason.BEHIND, Records.order(2, "a", 2, Instant.EPOCH, 1), 0);

    RedriveSummary summary = run(lane -> true, () -> bus.requests.isEmpty());

    assertThat(bus.accepted).containsExactly("a-1.0");
    assertThat(summary.published()).isEqualTo(1);
    assertThat(summary.stillParked().get(lane("bus", "a")).code()).isEqualTo("TIME");
  }

  @Test
  void goesOnWithAHealthyTargetsLanesBehindOneThatIsTooLong() {
    atOnce = 1;
    for (int i = 1; i <= 101; i++) {
      shelf.park(
          lane("bus", "a"), ParkReason.BLOCKED, Records.order(i, "a", i, Instant.EPOCH, 1), 0);
    }
    park("bus", "b", ParkReason.BLOCKED);

    RedriveSummary summary = run(lane -> true, () -> true);

    assertThat(summary.stillParked().get(lane("bus", "a")).code()).isEqualTo("LIMIT");
    assertThat(summary.reopened()).isEqualTo(1);
    assertThat(summary.notTried()).isZero();
  }

  @Test
  void goesOnWithTheOtherLanesWhereOneCannotBeRead() {
    atOnce = 1;
    park("bus", "a", ParkReason.BLOCKED);
    park("bus", "b", ParkReason.BLOCKED);
    shelf.damaged = lane("bus", "a");

    RedriveSummary summary = run(lane -> true, () -> true);

    assertThat(summary.stillParked().get(lane("bus", "a")).message()).isEqualTo("damaged");
    assertThat(summary.reopened()).isEqualTo(1);
  }

  @Test
  void comesToLanesOverAllTargetsLast() {
    atOnce = 1;
    park(LaneKey.ALL_TARGETS, "a", ParkReason.UNROUTABLE);
    park("feed", "z", ParkReason.BLOCKED);

    run(lane -> true, () -> true);

    assertThat(feed.accepted).containsExactly("z-1.0", "a-1.0");
  }

  private static LaneKey lane(String target, String order) {
    return new LaneKey(target, "Order#" + order);
  }

  private void park(String target, String order, ParkReason reason) {
    shelf.park(lane(target, order), reason, Records.order(1, order, 1, Instant.EPOCH, 1), 0);
  }

  private RedriveSummary run(Predicate<ParkedLane> selected, BooleanSupplier goOn) {
    Redriver redriver =
        new Redriver(
            shelf, List.of(bus, feed), List.of(Rule.all("bus", "feed")), Records.CODEC, loop);
    CompletableFuture<RedriveSummary> summary =
        new LanesRedrive(shelf, redriver, loop, atOnce, 100)
            .run(selected, goOn)
            .toCompletableFuture();
    loop.runUntil(summary::isDone);
    return summary.join();
  }
}
