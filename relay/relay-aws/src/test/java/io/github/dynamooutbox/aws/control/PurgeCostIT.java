package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.ConsumedUnits;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * What a purge reads, in units as DynamoDB counts them. docs/internals/queues.md has the figure.
 * {@code -Doutbox.purge.lanes=N} purges N lanes, and then twice as many.
 */
class PurgeCostIT {
  private static final int LANES = Integer.getInteger("outbox.purge.lanes", 16);

  private static final int UNITS_A_LANE = 4;

  private static final Decision DECISION = new Decision("ann", "bus is gone");

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private final ConsumedUnits units = new ConsumedUnits();

  @Test
  void readsAConstantForEachQueue() {
    double few = unitsToPurge(LANES);
    double many = unitsToPurge(2 * LANES);

    System.out.printf(
        "FIGURE purge, read units a lane: %.2f, %.2f%n", few / LANES, many / LANES / 2);
    assertThat(few).isLessThanOrEqualTo(mostUnits(LANES));
    assertThat(many).isBetween(few, mostUnits(2 * LANES));
  }

  /**
   * Often a read or two less, because what one read finds finished no other has to. Of very many,
   * the list of each part is read again where the next round begins.
   */
  private static double mostUnits(int lanes) {
    return UNITS_A_LANE * lanes + QueueName.PARTS * (lanes / 1_000);
  }

  private double unitsToPurge(int lanes) {
    try (DynamoDbClient client = table.client(units);
        ThreadEventLoop loop = new ThreadEventLoop("purge")) {
      ControlTable control = table.of(AwsUnderTest.unique("stream"), client);
      IntStream.range(0, lanes)
          .mapToObj(lane -> park(control.queues(), new LaneKey("bus", "Order#" + lane)))
          .toList()
          .forEach(LocalControlTable::get);
      Purge purge =
          Redrive.builder(new RedriveBuilder.Setup(control.queues(), List.of(), List.of(), loop))
              .build()
              .purge(control.waysOut(), Duration.ofSeconds(1));
      units.read();
      long start = System.nanoTime();
      Purge.Result result = get(purge.run("cli", "bus", Instant.now(), DECISION, new Unwatched()));
      assertThat(result.isComplete()).isTrue();
      assertThat(result.events()).isEqualTo(lanes);
      assertThat(result.released()).isEqualTo(lanes);
      System.out.printf(
          "FIGURE purge, %d lanes: %d a second%n",
          lanes, TimeUnit.SECONDS.toNanos(lanes) / (System.nanoTime() - start));
      return units.read();
    }
  }

  private static CompletionStage<QueueState> park(QueueTable queues, LaneKey lane) {
    QueueName queue = new QueueName.Lane(lane);
    ParkedEvent event = QueueEvents.event(lane, 1, ParkReason.REJECTED, "x".repeat(500));
    return queues
        .hold(queue, 1, QueueEvents.NOW)
        .thenCompose(held -> queues.put(queue, 1, List.of(event)))
        .thenCompose(stored -> queues.confirm(queue, 1, Map.of(ParkReason.REJECTED, 1)));
  }

  private static final class Unwatched implements Purge.Watch {
    @Override
    public boolean goesOn() {
      return true;
    }

    @Override
    public void discarded(int events) {}
  }
}
