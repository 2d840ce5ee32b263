package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder.Setup;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A redrive that may publish only so many events a second, and one of some single events. */
class RedriveAtARateTest extends RedriveBench {
  private static final LaneKey SINGLE = new LaneKey("feed", "Order#a");

  @Test
  void publishesAsManyASecondAsItMayOfAllQueuesTogether() {
    for (int id = 0; id < 40; id++) {
      LaneKey lane = new LaneKey("bus", "Order#" + id);
      park(
          new QueueName.Lane(lane),
          lane,
          ParkReason.BLOCKED,
          Records.order(id + 1, "" + id, 1, loop.instant(), 1),
          0);
    }
    for (int i = 1; i <= 40; i++) {
      backlog(100L + i, "b", i);
    }
    Instant start = loop.instant();
    Redrive redrive = at(4);
    CompletableFuture<RedriveResult> done = start(redrive, RedriveOrder.BLOCKED, 50);

    for (int second = 1; second <= 10; second++) {
      loop.runFor(Duration.ofSeconds(1));
      assertThat(bus.accepted).hasSizeBetween(4 * (second - 1) - 2, 4 * second + 2);
    }
    loop.runUntil(done::isDone);

    assertThat(done.join().published()).isEqualTo(80);
    assertThat(Duration.between(start, loop.instant()))
        .isBetween(Duration.ofSeconds(19), Duration.ofSeconds(26));
    assertThat(queues.held()).isEmpty();
    assertThat(bus.accepted.stream().filter(event -> event.startsWith("b-")))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 40).mapToObj(i -> "b-" + i + ".0").toList());
  }

  /** What waits for the rate is neither published nor lost when time is up. */
  @Test
  void leavesTheRestParkedInOrderWhenItsTimeIsUp() {
    for (int i = 1; i <= 40; i++) {
      backlog(i, "a", i);
    }
    Redrive redrive = at(2);

    RedriveResult first = ended(start(redrive, RedriveOrder.BLOCKED, 10));

    assertThat(first.unfinished()).isEqualTo(1);
    assertThat(first.published()).isBetween(15L, 21L);
    assertThat(queues.parked()).hasSize(40 - (int) first.published());
    assertThat(ended(start(redrive, RedriveOrder.BLOCKED, 50)).published())
        .isEqualTo(40 - first.published());
    assertThat(bus.accepted)
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 40).mapToObj(i -> "a-" + i + ".0").toList());
  }

  /** Nothing of a lane passes what is refused, also if it comes to its lane seconds later. */
  @Test
  void closesALaneForWhatComesLaterWhenItsFirstIsRejected() {
    for (int i = 1; i <= 6; i++) {
      backlog(2L * i, "a", i);
      backlog(2L * i + 1, "b", i);
    }
    bus.always(ParkingBench.by(Map.of("a-2.0", new Rejected("Bad", "is bad"))));

    ended(start(at(1), RedriveOrder.BLOCKED, 50));

    assertThat(bus.accepted.stream().filter(event -> event.startsWith("a-")))
        .containsExactly("a-1.0");
    assertThat(bus.accepted.stream().filter(event -> event.startsWith("b-"))).hasSize(6);
    assertThat(queues.parked()).hasSize(5);
  }

  @Test
  void refusesARateThatIsNone() {
    RedriveBuilder builder = builder();
    for (double rate : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> builder.eventsPerSecond(rate))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(rate + " events a second: must be more than 0");
    }
  }

  @Test
  void publishesOnlyTheSingleEventsThatAreChosen() {
    List<ParkedEvent> events =
        IntStream.rangeClosed(1, 3)
            .mapToObj(i -> parked(SINGLE, ParkReason.REJECTED, order(i, i, 1), 0))
            .toList();
    append(QueueName.Single.of(SINGLE), events);
    park(OWN, LANE, ParkReason.REJECTED, order(5, 5, 1), 0);
    RedriveOrder order =
        RedriveOrder.of(Set.of(ParkReason.REJECTED)).onlySingles(Set.of(events.get(1).place()));

    RedriveResult result = redrive(order);

    assertThat(feed.accepted).containsExactly("a-2.0");
    assertThat(bus.accepted).containsExactly("a-5.0");
    assertThat(result.published()).isEqualTo(2);
    assertThat(queues.stored(QueueName.Single.of(SINGLE)))
        .containsExactly(events.get(0), events.get(2));
  }

  private RedriveBuilder builder() {
    return Redrive.builder(new Setup(queues.table(), List.of(bus, feed), rules, loop)).clock(loop);
  }

  private Redrive at(double rate) {
    return builder().eventsPerSecond(rate).build();
  }

  private CompletableFuture<RedriveResult> start(Redrive redrive, RedriveOrder order, int seconds) {
    Instant end = loop.instant().plusSeconds(seconds);
    RedriveTime time = new RedriveTime(end, end.plusSeconds(8), end.plusSeconds(40));
    return redrive
        .parked()
        .thenCompose(parked -> redrive.run("run", parked, order, time))
        .toCompletableFuture();
  }

  private RedriveResult ended(CompletableFuture<RedriveResult> redrive) {
    loop.runUntil(redrive::isDone);
    return redrive.join();
  }
}
