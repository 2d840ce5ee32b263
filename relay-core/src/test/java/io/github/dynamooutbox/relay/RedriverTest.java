package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Obstacle;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Reopened;
import io.github.dynamooutbox.relay.redrive.RedriveResult.StillParked;
import io.github.dynamooutbox.relay.redrive.Redriver;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RedriverTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#a");
  private static final LaneKey ALL = new LaneKey(LaneKey.ALL_TARGETS, "Order#a");
  private static final BatchLimits LIMITS = new BatchLimits(10, 10_000, 2);

  private final VirtualLoop loop = new VirtualLoop();
  private final Shelf shelf = new Shelf();
  private final ScriptedTarget bus = new ScriptedTarget("bus", true, LIMITS, loop);
  private final ScriptedTarget feed = new ScriptedTarget("feed", false, LIMITS, loop);
  private final List<Receipt> receipts = new ArrayList<>();
  private List<Rule> rules = List.of(Rule.all("bus", "feed"));

  @Test
  void publishesALaneInOrderAndOpensIt() {
    shelf.park(LANE, ParkReason.REJECTED, order(1, 1, 2), 0, 1);
    shelf.park(LANE, ParkReason.BEHIND, order(2, 2, 1), 0);

    assertThat(redrive(LANE, 100)).isEqualTo(new Reopened(3));

    assertThat(bus.accepted).containsExactly("a-1.0", "a-1.1", "a-2.0");
    assertThat(feed.accepted).as("parked for the bus only").isEmpty();
    assertThat(shelf.closed()).isEmpty();
  }

  @Test
  void putsWhatIsReadTogetherInTheOrderOfTheSequence() {
    shelf.park(LANE, ParkReason.REJECTED, order(1, 2, 1), 0);
    shelf.park(LANE, ParkReason.BEHIND, order(2, 1, 1), 0);

    redrive(LANE, 100);

    assertThat(bus.accepted).containsExactly("a-1.0", "a-2.0");
  }

  @Test
  void stopsAtTheFirstEventOfAnOrderedLaneThatFails() {
    shelf.park(LANE, ParkReason.BLOCKED, order(1, 1, 3), 0, 1, 2);
    bus.next(ScriptedTarget::acceptAll)
        .next(sent -> BatchOutcome.all(1, new Retry("Down", "is down")));

    assertThat(redrive(LANE, 100))
        .isEqualTo(new StillParked(1, "Down", "is down", Obstacle.TARGET));

    assertThat(bus.requests).hasSize(2);
    assertThat(bus.accepted).containsExactly("a-1.0");
    assertThat(shelf.closed()).containsExactly(LANE);
  }

  @Test
  void triesTheOtherEventsOfAnUnorderedLane() {
    LaneKey lane = new LaneKey("feed", "Order#a");
    shelf.park(lane, ParkReason.REJECTED, order(1, 1, 3), 0, 1, 2);
    feed.next(sent -> BatchOutcome.all(1, new Rejected("Bad", "is bad")));

    assertThat(redrive(lane, 100)).isEqualTo(new StillParked(2, "Bad", "is bad", Obstacle.EVENT));

    assertThat(feed.accepted).containsExactly("a-1.1", "a-1.2");
  }

  @Test
  void leavesALongLaneForTheNextTime() {
    shelf.park(LANE, ParkReason.BLOCKED, order(1, 1, 5), 0, 1, 2, 3, 4);

    assertThat(redrive(LANE, 3))
        .isInstanceOfSatisfying(
            StillParked.class,
            still -> {
              assertThat(still.published()).isEqualTo(3);
              assertThat(still.obstacle()).as("goes on by itself").isNotEqualTo(Obstacle.EVENT);
            });
    assertThat(redrive(LANE, 3)).isEqualTo(new Reopened(2));
  }

  @Test
  void publishesWhatArrivesBeforeTheLaneIsOpenToo() {
    shelf.park(LANE, ParkReason.BLOCKED, order(1, 1, 1), 0);
    shelf.beforeReopening = () -> shelf.park(LANE, ParkReason.BEHIND, order(2, 2, 1), 0);

    assertThat(redrive(LANE, 100)).isEqualTo(new Reopened(2));

    assertThat(bus.accepted).containsExactly("a-1.0", "a-2.0");
  }

  @Test
  void remembersWhatIsDoneOfAnEventForAllTargets() {
    shelf.park(ALL, ParkReason.UNROUTABLE, order(1, 1, 1), 0);
    feed.next(sent -> BatchOutcome.all(1, new Retry("Down", "is down")));

    assertThat(redrive(ALL, 100)).isEqualTo(new StillParked(0, "Down", "is down", Obstacle.TARGET));
    assertThat(shelf.marks(ALL)).containsExactly("0/bus");
    assertThat(redrive(ALL, 100)).isEqualTo(new Reopened(1));

    assertThat(bus.accepted).as("once").containsExactly("a-1.0");
    assertThat(feed.accepted).containsExactly("a-1.0");
  }

  @Test
  void takesOutWhatTheRulesDropNow() {
    rules = List.of(Rule.dropping("{\"type\":[\"OrderChanged\"]}"));
    shelf.park(ALL, ParkReason.UNROUTABLE, order(1, 1, 1), 0);

    assertThat(redrive(ALL, 100)).isEqualTo(new Reopened(1));

    assertThat(bus.requests).isEmpty();
  }

  @Test
  void leavesWhatNoRuleTakesAndWhatNobodyCanRead() {
    rules = List.of(Rule.matching("{\"type\":[\"Other\"]}", "bus"));
    LaneKey other = new LaneKey(LaneKey.ALL_TARGETS, "Order#b");
    shelf.park(ALL, ParkReason.UNROUTABLE, order(1, 1, 1), 0);
    shelf.park(other, ParkReason.MALFORMED, Records.malformed(2, "b", 1), -1);

    assertThat(((StillParked) redrive(ALL, 100)).code()).isEqualTo("UNROUTABLE");
    assertThat(((StillParked) redrive(other, 100)).code()).isEqualTo("MALFORMED");
  }

  @Test
  void waitsForTheLaneOfATargetThatHoldsEarlierEvents() {
    shelf.park(LANE, ParkReason.BLOCKED, order(1, 1, 1), 0);
    shelf.park(ALL, ParkReason.UNROUTABLE, order(2, 2, 1), 0);

    assertThat(((StillParked) redrive(ALL, 100)).code()).isEqualTo("LANE_CLOSED");
    redrive(LANE, 100);
    assertThat(redrive(ALL, 100)).isEqualTo(new Reopened(1));

    assertThat(bus.accepted).containsExactly("a-1.0", "a-2.0");
  }

  @Test
  void writesAReceiptOfWhatItPublishedThoughItCannotGoOn() {
    bus.next(ScriptedTarget::acceptAll)
        .next(sent -> BatchOutcome.all(1, new Retry("Down", "is down")));
    shelf.park(LANE, ParkReason.BLOCKED, order(1, 1, 2), 0, 1);

    redrive(LANE, 100);

    assertThat(receipts)
        .singleElement()
        .satisfies(
            receipt -> assertThat(receipt.published()).isEqualTo(Map.of("bus", List.of("a-1.0"))));
  }

  private CompletionStage<Void> write(Receipt receipt) {
    receipts.add(receipt);
    return CompletableFuture.completedStage(null);
  }

  private static StreamRecord order(long position, long sequence, int events) {
    return Records.order(position, "a", sequence, Instant.EPOCH, events);
  }

  private RedriveResult redrive(LaneKey lane, int maxEvents) {
    Redriver redriver =
        new Redriver(
                shelf,
                List.of(bus, feed),
                rules,
                Records.CODEC,
                loop,
                new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)))
            .withReceipts(this::write, loop, RelayObserver.NONE);
    CompletableFuture<RedriveResult> result =
        redriver.redrive(lane, maxEvents, () -> true).toCompletableFuture();
    loop.runUntil(result::isDone);
    return result.join();
  }
}
