package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A record that halts the shard when it is read, while records of its batch are out of order: what
 * follows it in the order of its aggregate may stand before it in the stream, and must not leave.
 */
class HaltWhileReadingTest extends BusBench {
  private final MemoryQueues queues = new MemoryQueues(loop, Duration.ofMillis(1));

  @Test
  void nothingOfItsAggregateThatFollowsItIsSentThoughItStandsBeforeTheHalt() {
    ShardRelay shard = builder(Rule.all("bus")).build().open("shard");

    shard.submit(
        List.of(
            Records.order(10, "a", 6, loop.instant(), 1),
            Records.newerVersionInOrder(20, "a", 5),
            Records.order(30, "b", 1, loop.instant(), 1)));
    settle(shard);

    assertThat(target.accepted).isEmpty();
    assertThat(shard.firstUnfinished()).contains(position(10));
  }

  @Test
  void whatStandsBeforeItInItsAggregateIsSentThoughTheWindowIsFull() {
    ShardRelay shard = builder(Rule.all("bus")).window(1, 1 << 20).build().open("shard");

    shard.submit(
        List.of(
            Records.order(10, "a", 4, loop.instant(), 1),
            Records.order(15, "b", 1, loop.instant(), 1),
            Records.newerVersionInOrder(20, "a", 5)));
    settle(shard);

    assertThat(target.accepted).hasSize(2);
    assertThat(shard.firstUnfinished()).contains(position(20));
  }

  /** Many records are read in several turns: some are held before the one that halts is read. */
  @Test
  void whatIsHeldBehindTheHaltHoldsBackItsAggregate() {
    ShardRelay shard =
        builder(Rule.matching("{\"type\":[\"OrderChanged\"]}", "bus"))
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    List<StreamRecord> batch = new ArrayList<>();
    for (int position = 1; position <= 300; position++) {
      batch.add(Records.order(position, "other" + position, 1, loop.instant(), 1));
    }
    batch.set(2, Records.order(3, "a", 2, loop.instant(), 1));
    batch.set(249, Records.newerVersionInOrder(250, "x", 1));
    batch.set(299, Records.record(300, "Order", "a", 1, loop.instant(), 1, "Unknown"));

    shard.submit(batch);
    settle(shard);

    assertThat(target.accepted).as("but a, which waits for what is behind the halt").hasSize(248);
    assertThat(queues.parked()).as("what was being parked then").hasSizeLessThan(2);
    assertThat(shard.firstUnfinished()).contains(position(3));
  }
}
