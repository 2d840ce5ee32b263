package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a redrive publishes, moves and leaves of what is parked for one target. */
class RedriveTest extends RedriveBench {
  private static final QueueName PART = QueueName.Part.of(LANE);
  private static final Rejected BAD = new Rejected("Bad", "is bad");

  @Test
  void publishesABacklogInTheOrderOfItsLanesAndReleasesIt() {
    for (int i = 1; i <= 30; i++) {
      backlog(3L * i, "a", i);
      backlog(3L * i + 1, "b", i);
      backlog(3L * i + 2, "c", i);
    }

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.published()).isEqualTo(90);
    assertThat(queues.held()).isEmpty();
    for (String id : List.of("a", "b", "c")) {
      assertThat(bus.accepted.stream().filter(event -> event.startsWith(id)))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, 30).mapToObj(i -> id + "-" + i + ".0").toList());
    }
    assertThat(feed.accepted).as("parked for the bus only").isEmpty();
  }

  @Test
  void publishesAClosedLaneAndReleasesIt() {
    park(OWN, LANE, ParkReason.BLOCKED, order(1, 1, 2), 0, 1);
    park(OWN, LANE, ParkReason.BEHIND, order(2, 2, 1), 0);

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.released()).isEqualTo(1);
    assertThat(bus.accepted).containsExactly("a-1.0", "a-1.1", "a-2.0");
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void putsWhatIsReadTogetherInTheOrderOfTheSequence() {
    park(OWN, LANE, ParkReason.BLOCKED, order(1, 2, 1), 0);
    park(OWN, LANE, ParkReason.BEHIND, order(2, 1, 1), 0);

    redrive(RedriveOrder.BLOCKED);

    assertThat(bus.accepted).containsExactly("a-1.0", "a-2.0");
  }

  @Test
  void leavesWhatIsRejectedUnlessItIsAskedForAndReadsNothingOfIt() {
    park(OWN, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    park(OWN, LANE, ParkReason.BEHIND, order(2, 2, 1), 0);

    RedriveResult first = redrive(RedriveOrder.BLOCKED);

    assertThat(first).isEqualTo(RedriveResult.NOTHING);
    assertThat(queues.times("read")).isZero();
    assertThat(redrive(Set.of(ParkReason.REJECTED)).published()).isEqualTo(2);
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void redrivesBlockedSingleEventsBesideRejectedOnes() {
    LaneKey lane = new LaneKey("feed", "Order#a");
    QueueName single = QueueName.Single.of(lane);
    park(single, lane, ParkReason.REJECTED, order(1, 1, 1), 0);
    for (int i = 2; i <= 11; i++) {
      park(single, lane, ParkReason.BLOCKED, order(i, i, 1), 0);
    }

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.published()).isEqualTo(10);
    assertThat(feed.accepted).isEqualTo(ids("a", 2, 11));
    assertThat(queues.told()).containsExactly("feed/Order#a 1.0 REJECTED");
    assertThat(queues.held()).containsExactly(single);
  }

  @Test
  void remembersThatAnEventIsRejectedNowAndDoesNotSendItAgain() {
    park(OWN, LANE, ParkReason.BLOCKED, order(1, 1, 1), 0);
    park(OWN, LANE, ParkReason.BEHIND, order(2, 2, 1), 0);
    bus.always(entries -> BatchOutcome.all(entries.size(), BAD));

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.stuck()).isEqualTo(Map.of(OWN, new Why("Bad", "is bad")));
    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 REJECTED", "bus/Order#a 2.0 BEHIND");
    assertThat(bus.requests).hasSize(1);
    redrive(RedriveOrder.BLOCKED);
    assertThat(bus.requests).as("not again").hasSize(1);
  }

  /** So an alarm tells the age of what is still parked, not of what was. */
  @Test
  void remembersSinceWhenTheOldestOfWhatIsLeftIsParked() {
    List<Instant> parkedAt = new ArrayList<>();
    for (long i = 1; i <= 5; i++) {
      loop.runFor(Duration.ofMinutes(1));
      ParkedEvent first = parked(LANE, ParkReason.BLOCKED, order(2 * i, 2 * i, 1), 0);
      parkedAt.add(loop.instant());
      loop.runFor(Duration.ofSeconds(1));
      append(
          OWN, List.of(first, parked(LANE, ParkReason.BEHIND, order(2 * i + 1, 2 * i + 1, 1), 0)));
    }
    bus.always(ParkingBench.rejecting("a-5.0"));

    redrive(RedriveOrder.BLOCKED);

    assertThat(queues.told()).first().isEqualTo("bus/Order#a 5.0 REJECTED");
    assertThat(queues.atOnce().queues(OWN.part()).toCompletableFuture().join())
        .extracting(QueueSummary::oldest)
        .containsExactly(parkedAt.get(1));
  }

  @Test
  void movesWhatIsRejectedAndWhatIsBehindItFromABacklogToTheLanesQueue() {
    backlog(1, "a", 1);
    backlog(2, "a", 2);
    backlog(3, "b", 1);
    bus.always(ParkingBench.rejecting("a-1.0"));

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(bus.accepted).containsExactly("b-1.0");
    assertThat(result.moved()).isEqualTo(2);
    assertThat(queues.held()).containsExactly(OWN);
    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 REJECTED", "bus/Order#a 2.0 BEHIND");
  }

  @Test
  void movesWhatStandsBehindAClosedLane() {
    park(OWN, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    backlog(2, "a", 2);

    redrive(RedriveOrder.BLOCKED);

    assertThat(bus.requests).isEmpty();
    assertThat(queues.held()).containsExactly(OWN);
    redrive(ANY);
    assertThat(bus.accepted).containsExactly("a-1.0", "a-2.0");
  }

  @Test
  void leavesABacklogWhoseTargetIsDownAndGoesOnWithOthers() {
    LaneKey lane = new LaneKey("feed", "Order#a");
    List<String> fed = new ArrayList<>();
    List<String> parked = new ArrayList<>();
    for (int i = 1; i <= 40; i++) {
      backlog(i, "a" + i, 1);
      park(QueueName.Part.of(lane), lane, ParkReason.BLOCKED, order(100 + i, i, 1), 0);
      fed.add("a-%d.0".formatted(i));
      parked.add("bus/Order#a%d %d.0 BLOCKED".formatted(i, i));
    }
    bus.always(entries -> BatchOutcome.all(entries.size(), DOWN));

    RedriveResult result = redrive(RedriveOrder.BLOCKED);

    assertThat(result.published()).isEqualTo(40);
    assertThat(feed.accepted).containsExactlyInAnyOrderElementsOf(fed);
    assertThat(bus.mostInFlight).as("asked little").isEqualTo(1);
    assertThat(queues.told()).containsExactlyInAnyOrderElementsOf(parked);
    assertThat(queues.held())
        .isNotEmpty()
        .allSatisfy(queue -> assertThat(queue).isInstanceOf(QueueName.Part.class));
  }

  private static List<String> ids(String aggregate, int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(sequence -> "%s-%d.0".formatted(aggregate, sequence))
        .toList();
  }

  @Test
  void closesTheLaneOfOneEventThatFailsWhileItsTargetAcceptsOthers() {
    backlog(1, "a", 1);
    backlog(2, "a", 2);
    for (int i = 1; i <= 40; i++) {
      backlog(10 + i, "b", i);
    }
    bus.always(ParkingBench.by(Map.of("a-1.0", DOWN)));
    var parked = loop.instant();

    assertThat(redrive(RedriveOrder.BLOCKED).moved()).isEqualTo(2);

    assertThat(bus.accepted).isEqualTo(ids("b", 1, 40));
    assertThat(queues.held()).containsExactly(OWN);
    assertThat(queues.told()).containsExactly("bus/Order#a 1.0 BLOCKED", "bus/Order#a 2.0 BEHIND");
    assertThat(queues.parked())
        .extracting(ParkedEvent::attempts)
        .allSatisfy(
            attempts -> {
              assertThat(attempts.count()).isEqualTo(2);
              assertThat(attempts.first()).isEqualTo(parked);
              assertThat(attempts.last()).isAfter(parked);
            });
    bus.always(ScriptedTarget::acceptAll);
    redrive(RedriveOrder.BLOCKED);
    assertThat(bus.accepted).endsWith("a-1.0", "a-2.0");
  }

  @Test
  void sendsNothingBehindAnEventThatStaysWhereTheTargetHasAnOrder() {
    for (StreamRecord first : List.of(order(1, 1, 1), Records.malformed(1, "a", 1))) {
      QueueName part = QueueName.Part.of(LANE);
      park(part, LANE, ParkReason.REJECTED, first, 0);
      park(part, LANE, ParkReason.BLOCKED, order(2, 2, 1), 0);

      redrive(RedriveOrder.BLOCKED);

      assertThat(bus.accepted).isEmpty();
      assertThat(queues.told()).contains("bus/Order#a 1.0 REJECTED", "bus/Order#a 2.0 BLOCKED");
    }
  }

  @Test
  void movesNothingButWhatFailsWhereTheTargetHasNoOrder() {
    LaneKey lane = new LaneKey("feed", "Order#a");
    for (int i = 1; i <= 12; i++) {
      park(QueueName.Part.of(lane), lane, ParkReason.BLOCKED, order(i, i, 1), 0);
    }
    feed.always(ParkingBench.by(Map.of("a-3.0", DOWN)));

    assertThat(redrive(RedriveOrder.BLOCKED).moved()).isEqualTo(1);

    assertThat(feed.accepted).hasSize(11).doesNotContain("a-3.0");
    assertThat(queues.told()).containsExactly("feed/Order#a 3.0 BLOCKED");
    assertThat(queues.held()).containsExactly(QueueName.Single.of(lane));
  }

  @Test
  void endsInTimeAndGoesOnWhereItStopped() {
    bus.latency(Duration.ofSeconds(4));
    for (int i = 1; i <= 30; i++) {
      backlog(i, "a", i);
    }
    var start = loop.instant();

    RedriveResult first = redrive(RedriveOrder.BLOCKED);

    assertThat(Duration.between(start, loop.instant())).isLessThan(Duration.ofSeconds(58));
    assertThat(first.published()).isEqualTo(13);
    assertThat(first.unfinished()).isEqualTo(1);
    redrive(RedriveOrder.BLOCKED);
    redrive(RedriveOrder.BLOCKED);
    assertThat(bus.accepted).isEqualTo(ids("a", 1, 30));
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void countsWhatWasUnderWayWhenItHadToStopAsUnfinished() {
    bus.latency(Duration.ofMinutes(5));
    backlog(1, "b", 1);
    park(OWN, LANE, ParkReason.BLOCKED, order(2, 1, 1), 0);

    assertThat(redrive(RedriveOrder.BLOCKED).unfinished()).isEqualTo(2);

    assertThat(queues.held()).hasSize(2);
  }

  @Test
  void leavesAPartAloneThatAnotherOneWorksOn() {
    bus.latency(Duration.ofSeconds(1));
    for (int i = 1; i <= 20; i++) {
      backlog(i, "a", i);
    }
    CompletableFuture<RedriveResult> first = start(RedriveOrder.BLOCKED);
    loop.runFor(Duration.ofSeconds(5));

    RedriveResult second = redrive(RedriveOrder.BLOCKED);

    assertThat(second.published()).isZero();
    assertThat(second.busy()).containsKey(PART.part());
    loop.runUntil(first::isDone);
    assertThat(first.join().published()).isEqualTo(20);
    assertThat(bus.accepted).isEqualTo(ids("a", 1, 20));
  }

  @Test
  void writesReceiptsOfWhatItPublished() {
    park(OWN, LANE, ParkReason.BLOCKED, order(1, 1, 2), 0, 1);

    redrive(RedriveOrder.BLOCKED);

    assertThat(receipts)
        .singleElement()
        .satisfies(
            receipt ->
                assertThat(receipt.published())
                    .isEqualTo(Map.of("bus", List.of("a-1.0", "a-1.1"))));
  }

  /** Both aggregates are in one queue. */
  @Test
  void redrivesOnlyTheAggregateThatItIsAskedFor() {
    LaneKey lane = new LaneKey("feed", "Order#a");
    String id =
        Stream.iterate(0, each -> each + 1)
            .map(String::valueOf)
            .filter(each -> QueueName.partOf(new LaneKey("feed", "Order#" + each)) == PART.part())
            .findFirst()
            .orElseThrow();
    QueueName single = QueueName.Single.of(lane);
    StreamRecord other = Records.order(1, id, 1, loop.instant(), 1);
    park(single, new LaneKey("feed", "Order#" + id), ParkReason.REJECTED, other, 0);
    park(single, lane, ParkReason.REJECTED, order(2, 1, 1), 0);

    redrive(new RedriveOrder(ANY, Optional.of("feed"), Optional.of("Order#a")));

    assertThat(feed.accepted).containsExactly("a-1.0");
    assertThat(queues.told()).containsExactly("feed/Order#%s 1.0 REJECTED".formatted(id));
  }
}
