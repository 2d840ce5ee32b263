package io.github.dynamooutbox.operations.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueModel;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What is in a queue is read to its end, eight segments at a time, or until there is enough. */
class QueueContentsTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final QueueName QUEUE = new QueueName.Lane(LANE);

  private final ModelQueueTable table =
      new ModelQueueTable(
          new QueueModel(new PartitionLimits(InstantSource.fixed(Instant.EPOCH)), 2),
          new Steps() {
            @Override
            public <T> CompletionStage<T> step(String what, Supplier<T> step) {
              return CompletableFuture.completedStage(step.get());
            }
          });
  private final List<Integer> together = new ArrayList<>();
  private boolean isAllowed = true;
  private final QueueContents contents = new QueueContents(table, this::together, "control");

  /** Two events are in a segment. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 32, 33})
  void passesOnAllEventsInOrder(int events) {
    park(events);

    assertThat(contents.of(QUEUE).map(QueueContentsTest::position))
        .isEqualTo(LongStream.range(0, events).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 16, 17, 20})
  void returnsTheFirstThatAreWantedWhereverTheyAre(int most) {
    park(40);

    assertThat(
            contents
                .of(QUEUE)
                .map(QueueContentsTest::position)
                .filter(position -> position % 2 == 1)
                .limit(most))
        .isEqualTo(LongStream.range(0, most).mapToObj(each -> 2 * each + 1).toList());
  }

  @Test
  void readsFiftyQueuesOfFewEventsAtOnceAndLargeOnesAlone() {
    List<QueueSummary> queues = new ArrayList<>();
    for (int lane = 0; lane < 120; lane++) {
      queues.add(parked("" + lane, lane == 60 ? 5_000 : 1));
    }
    List<String> read = new ArrayList<>();

    contents.each(
        queues,
        (queue, events) -> {
          events.forEach(event -> read.add(event.place().lane().aggregate()));
          return true;
        });

    assertThat(together).containsExactly(50, 10, 50, 9);
    assertThat(read).isEqualTo(queues.stream().map(QueueContentsTest::aggregate).toList());
  }

  @Test
  void readsNoQueueThatNobodyWants() {
    List<QueueSummary> queues =
        IntStream.range(0, 60).mapToObj(lane -> parked("" + lane, 1)).toList();

    contents.each(queues, (queue, events) -> events.findFirst().isEmpty());

    assertThat(together).containsExactly(50);
  }

  /** A policy from before, or an emulator that knows no statements. */
  @Test
  void readsThemOneByOneWhereStatementsAreRefused() {
    isAllowed = false;
    List<QueueSummary> queues =
        IntStream.range(0, 120).mapToObj(lane -> parked("" + lane, 1)).toList();
    List<String> read = new ArrayList<>();

    contents.each(
        queues,
        (queue, events) -> {
          events.forEach(event -> read.add(event.place().lane().aggregate()));
          return true;
        });

    assertThat(together).as("it is refused once").containsExactly(50);
    assertThat(read).isEqualTo(queues.stream().map(QueueContentsTest::aggregate).toList());
  }

  private CompletionStage<Optional<Map<QueueName, Stream<Segment>>>> together(
      Collection<QueueName> some) {
    together.add(some.size());
    if (!isAllowed) {
      return CompletableFuture.failedStage(
          DynamoDbException.builder().statusCode(400).message("not allowed").build());
    }
    Map<QueueName, Stream<Segment>> read = new HashMap<>();
    some.forEach(
        queue ->
            read.put(
                queue,
                table
                    .read(queue, Optional.empty(), OptionalLong.empty(), 100)
                    .toCompletableFuture()
                    .join()
                    .stream()));
    return CompletableFuture.completedStage(Optional.of(read));
  }

  /** A queue with one event, whatever it counts. */
  private QueueSummary parked(String aggregate, long count) {
    LaneKey lane = new LaneKey("bus", "Order#" + aggregate);
    QueueName queue = new QueueName.Lane(lane);
    table.put(queue, 1, List.of(QueueEvents.event(lane, 0, ParkReason.BLOCKED, "")));
    return new QueueSummary(
        queue,
        new QueueState.Held(1),
        Instant.EPOCH,
        Instant.EPOCH,
        Map.of(ParkReason.BLOCKED, count));
  }

  private static String aggregate(QueueSummary queue) {
    return ((QueueName.Lane) queue.queue()).lane().aggregate();
  }

  private void park(int events) {
    for (int i = 0; i < events; i += 2) {
      List<ParkedEvent> segment = new ArrayList<>();
      for (int event = i; event < Math.min(events, i + 2); event++) {
        segment.add(QueueEvents.event(LANE, event, ParkReason.BLOCKED, ""));
      }
      table.put(QUEUE, i + 1L, segment);
    }
  }

  private static long position(ParkedEvent event) {
    return Long.parseLong(event.place().position().sequenceNumber());
  }
}
