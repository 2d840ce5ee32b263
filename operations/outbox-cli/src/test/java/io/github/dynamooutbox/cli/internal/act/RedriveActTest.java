package io.github.dynamooutbox.cli.internal.act;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.cli.internal.parked.ParkedName;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class RedriveActTest {
  private static final RedriveOrder REJECTED = RedriveOrder.of(Set.of(ParkReason.REJECTED));
  private static final QueueName LONG = new QueueName.Lane(new LaneKey("bus", "Order#1"));
  private static final QueueName STUCK = new QueueName.Lane(new LaneKey("bus", "Order#2"));
  private static final QueueName OTHER = new QueueName.Lane(new LaneKey("bus", "Order#3"));

  private final List<List<QueueName>> rounds = new ArrayList<>();

  /** The event in front is published in the first round; only what was behind it is left. */
  @Test
  void goesOnWithTheChosenQueuesUntilTheyAreEmpty() {
    RedriveResult result = redriven(queue -> false, false);

    assertThat(rounds).containsExactly(List.of(LONG, STUCK), List.of(LONG, STUCK));
    assertThat(result.published()).isEqualTo(50_000);
    assertThat(result.released()).isEqualTo(1);
    assertThat(result.stuck()).containsOnlyKeys(STUCK);
    assertThat(RedriveAct.exit(result)).isEqualTo(CommandExit.INCOMPLETE);
  }

  @Test
  void includesQueuesThatComeMeanwhileIfTheOrderDoes() {
    redriven(REJECTED::includes, false);

    assertThat(rounds).containsExactly(List.of(LONG, STUCK), List.of(LONG, STUCK, OTHER));
  }

  @Test
  void isNotDoneIfItIsStoppedBefore() {
    RedriveResult result = redriven(queue -> false, true);

    assertThat(rounds).hasSize(1);
    assertThat(RedriveAct.exit(result)).isEqualTo(CommandExit.INCOMPLETE);
  }

  /** Somebody may paste it. */
  @Test
  void quotesTheCommandThatItAdvises() {
    LaneKey lane = new LaneKey("*", "Order#x'; echo");
    ParkedRow row =
        new ParkedRow(
            new ParkedEvent.Place(
                lane, new StreamPosition("1"), new RecordKey("OUTBOX#Order#x", "1"), 0),
            new ParkedName("e-1", "Placed"),
            new ParkedEvent.Cause(ParkReason.BEHIND, "Behind", "behind"),
            1,
            Instant.EPOCH);

    assertThat(RedriveAct.where(rejected(new QueueName.Lane(lane)), row))
        .endsWith("outbox redrive --target '*' --aggregate 'Order#x'\\''; echo'");
    assertThat(RedriveAct.where(queue(QueueName.Part.of(lane), ParkReason.BLOCKED), row))
        .endsWith("outbox redrive --target '*' --reason BLOCKED");
  }

  private RedriveResult redriven(Predicate<QueueSummary> others, boolean isStopped) {
    Map<QueueName, RedriveResult.Why> stuck =
        Map.of(STUCK, new RedriveResult.Why("TooLarge", "too large"));
    List<QueueSummary> later =
        List.of(queue(LONG, ParkReason.BEHIND), rejected(STUCK), rejected(OTHER));
    return RedriveAct.rounds(
        List.of(rejected(LONG), rejected(STUCK)),
        () -> later,
        others,
        queues -> {
          rounds.add(queues.stream().map(QueueSummary::queue).toList());
          return rounds.size() == 1
              ? new RedriveResult(20_000, 0, 0, stuck, 1, Map.of())
              : new RedriveResult(30_000, 0, 1, stuck, 0, Map.of());
        },
        () -> isStopped);
  }

  private static QueueSummary rejected(QueueName queue) {
    return queue(queue, ParkReason.REJECTED);
  }

  private static QueueSummary queue(QueueName queue, ParkReason reason) {
    return new QueueSummary(
        queue, new QueueState.Held(1), Instant.EPOCH, Instant.EPOCH, Map.of(reason, 1L));
  }
}
