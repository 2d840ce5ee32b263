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
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
  private final QueueContents contents = new QueueContents(table, "control");

  /** Two events are in a segment. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 32, 33})
  void passesOnAllEventsInOrder(int events) {
    park(events);
    List<Long> read = new ArrayList<>();

    contents.each(QUEUE, event -> read.add(position(event)));

    assertThat(read).isEqualTo(LongStream.range(0, events).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 16, 17, 20})
  void returnsTheFirstThatAreWantedWhereverTheyAre(int most) {
    park(40);

    assertThat(contents.of(QUEUE, event -> position(event) % 2 == 1, most))
        .extracting(QueueContentsTest::position)
        .isEqualTo(LongStream.range(0, most).mapToObj(each -> 2 * each + 1).toList());
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
