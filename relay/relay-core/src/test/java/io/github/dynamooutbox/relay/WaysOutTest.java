package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import io.github.dynamooutbox.relay.redrive.WaysOut.Outcome;
import io.github.dynamooutbox.relay.redrive.WaysOut.Selection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WaysOutTest extends RedriveBench {
  private static final Decision DECISION = new Decision("ann", "test data");
  private static final Duration LEASED = Duration.ofMinutes(1);

  private final WaysOut waysOut = open(queues.atOnce()).waysOut(queues.atOnce());

  @BeforeEach
  void parkALane() {
    park(OWN, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    park(OWN, LANE, ParkReason.BEHIND, order(2, 2, 1), 0);
    park(OWN, LANE, ParkReason.BEHIND, order(3, 3, 1), 0);
  }

  @Test
  void discardsOneEventAndTheScheduleRedrivesWhatStoodBehindIt() {
    Outcome outcome = join(waysOut.discard("cli", one("a-1.0"), DECISION, LEASED));

    assertThat(outcome).isEqualTo(new Outcome(1, Optional.empty(), Optional.empty()));
    assertThat(join(queues.atOnce().of("a-1.0")))
        .containsExactly(
            new WayOut(
                "a-1.0",
                Optional.of(
                    new WayOut.Origin(new RecordKey("OUTBOX#Order#a", "0000000000000000001"), 0)),
                "bus",
                Optional.empty(),
                "ann",
                "test data",
                loop.instant()));
    assertThat(counts()).isEqualTo(Map.of(ParkReason.BEHIND, 2L));
    redrive(RedriveOrder.BLOCKED);
    assertThat(bus.accepted).containsExactly("a-2.0", "a-3.0");
    assertThat(queues.held()).isEmpty();
  }

  /** As after an append whose answer was lost; a transaction cannot write one mark twice. */
  @Test
  void marksAnEventOnceThatIsThereTwice() {
    park(OWN, LANE, ParkReason.BEHIND, order(4, 4, 1), 0, 0);

    Outcome outcome = join(waysOut.discard("cli", one("a-4.0"), DECISION, LEASED));

    assertThat(outcome.events()).isEqualTo(2);
    assertThat(join(queues.atOnce().of("a-4.0"))).hasSize(1);
  }

  @Test
  void sparesWhatIsOnlyQueuedBehindUnlessItIsMeant() {
    Selection failed = new Selection("bus", "Order#a", new WaysOut.Which.Failed());

    assertThat(join(waysOut.discard("cli", failed, DECISION, LEASED)).events()).isEqualTo(1);
    assertThat(counts()).isEqualTo(Map.of(ParkReason.BEHIND, 2L));
  }

  @Test
  void takesOutWhatWasListedAndNothingThatJoinedTheQueueSinceThen() {
    Set<ParkedEvent.Place> listed =
        queues.parked().stream().map(ParkedEvent::place).collect(Collectors.toSet());
    park(OWN, LANE, ParkReason.BEHIND, order(4, 4, 1), 0);
    join(waysOut.discard("other", one("a-2.0"), DECISION, LEASED));

    Outcome outcome =
        join(
            waysOut.discard(
                "cli",
                new Selection("bus", "Order#a", new WaysOut.Which.Listed(listed)),
                DECISION,
                LEASED));

    assertThat(outcome.events()).as("what was still there").isEqualTo(2);
    assertThat(queues.told()).containsExactly("bus/Order#a 4.0 BEHIND");
  }

  @Test
  void discardsAWholeLaneWhichTheScheduleOpensThen() {
    Outcome outcome = join(waysOut.discard("cli", all(), DECISION, LEASED));

    assertThat(outcome.events()).isEqualTo(3);
    assertThat(counts()).isEmpty();
    redrive(RedriveOrder.BLOCKED);
    assertThat(queues.held()).isEmpty();
    assertThat(bus.requests).isEmpty();
  }

  @Test
  void sendsEventsToAnotherTargetAsReplays() {
    List<String> marks = new ArrayList<>();
    feed.always(
        entries -> {
          entries.forEach(sent -> marks.add(sent.envelope().event().headers().get("replay")));
          return ScriptedTarget.acceptAll(entries);
        });

    Outcome outcome = run(waysOut.send("cli", all(), "feed", DECISION, LEASED));

    assertThat(outcome.events()).isEqualTo(3);
    assertThat(feed.accepted).containsExactly("a-1.0", "a-2.0", "a-3.0");
    assertThat(marks).hasSize(3).doesNotContainNull().doesNotHaveDuplicates();
    assertThat(join(queues.atOnce().of("a-2.0")))
        .extracting(WayOut::sentTo)
        .containsExactly(Optional.of("feed"));
  }

  @Test
  void endsAtTheFirstThatTheOtherTargetDoesNotTake() {
    feed.next(ScriptedTarget::acceptAll)
        .always(entries -> BatchOutcome.all(entries.size(), new Rejected("Bad", "is bad")));

    Outcome outcome = run(waysOut.send("cli", all(), "feed", DECISION, LEASED));

    assertThat(outcome.events()).isEqualTo(1);
    assertThat(outcome.obstacle()).contains(new Why("Bad", "is bad"));
    assertThat(queues.told()).containsExactly("bus/Order#a 2.0 BEHIND", "bus/Order#a 3.0 BEHIND");
  }

  @Test
  void leavesAPartAloneThatIsBeingRedriven() {
    join(
        queues
            .atOnce()
            .lease(OWN.part(), "redrive", loop.instant(), loop.instant().plusSeconds(60)));

    Outcome outcome = join(waysOut.discard("cli", all(), DECISION, LEASED));

    assertThat(outcome.busy()).isPresent();
    assertThat(queues.parked()).hasSize(3);
  }

  @Test
  void namesATargetThatThereIsNot() {
    assertThatThrownBy(() -> waysOut.send("cli", all(), "nowhere", DECISION, LEASED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nowhere");
  }

  private Map<ParkReason, Long> counts() {
    return join(queues.atOnce().queues(OWN.part())).get(0).counts();
  }

  private static Selection all() {
    return new Selection("bus", "Order#a", new WaysOut.Which.All());
  }

  private static Selection one(String eventId) {
    return new Selection("bus", "Order#a", new WaysOut.Which.One(eventId));
  }

  private <T> T join(CompletionStage<T> stage) {
    return run(stage);
  }

  private <T> T run(CompletionStage<T> stage) {
    loop.runUntil(stage.toCompletableFuture()::isDone);
    return stage.toCompletableFuture().join();
  }
}
