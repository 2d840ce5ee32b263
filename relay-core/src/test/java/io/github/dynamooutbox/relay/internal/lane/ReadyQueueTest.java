package io.github.dynamooutbox.relay.internal.lane;

import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.lane.LaneFixtures.Weight;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadyQueueTest {
  private final ReadyQueue<Weight> queue = new ReadyQueue<>(new BatchLimits(3, 100, 1));

  @Test
  void aBatchHasAsManyEntriesAsTheTargetTakes() {
    add(1, 1, 1, 1);

    assertThat(next()).containsExactly(1L, 2L, 3L);
    assertThat(next()).containsExactly(4L);
    assertThat(queue.nextBatch()).isNull();
  }

  @Test
  void aBatchIsFilledToTheLastByteAndNotBeyond() {
    add(60, 40, 1);

    assertThat(next()).containsExactly(1L, 2L);
    assertThat(next()).containsExactly(3L);
  }

  @Test
  void anEntryThatIsLargerThanABatchGoesAlone() {
    add(500, 1);

    assertThat(next()).containsExactly(1L);
    assertThat(next()).containsExactly(2L);
  }

  @Test
  void halvesOfARefusedRequestGoFirstAndInOrder() {
    add(1, 1, 1, 1);
    List<Ready<Weight>> refused = queue.nextBatch();

    queue.addHalvesOf(refused);

    assertThat(next()).containsExactly(1L);
    assertThat(next()).containsExactly(2L, 3L);
    assertThat(next()).containsExactly(4L);
  }

  @Test
  void whatIsRemovedIsRemovedFromHalvesToo() {
    add(1, 1, 1, 1);
    queue.addHalvesOf(queue.nextBatch());

    queue.removeIf(
        delivery -> place(delivery) == 1 || place(delivery) == 3 || place(delivery) == 4);

    assertThat(next()).containsExactly(2L);
    assertThat(queue.nextBatch()).isNull();
  }

  private void add(int... bytes) {
    IntStream.range(0, bytes.length)
        .forEach(i -> queue.add(new Ready<>(delivery("a", i + 1L), new Weight(bytes[i]))));
  }

  private List<Long> next() {
    return queue.nextBatch().stream().map(ready -> place(ready.delivery())).toList();
  }

  private static long place(Delivery delivery) {
    return Long.parseLong(delivery.envelope().position().sequenceNumber());
  }
}
