package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A lane is closed by an event that was rejected, and some of it is in its target's backlog. */
class OlderBacklogTest extends RedriveBench {
  @Test
  void aLiveEventGoesBehindTheBacklogThoughItsLaneIsClosedByItself() {
    park(new QueueName.Lane(LANE), LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    park(QueueName.Part.of(LANE), LANE, ParkReason.BLOCKED, order(2, 2, 1), 0);
    ShardRelay shard =
        Relay.builder(List.of(bus, feed), rules, loop)
            .clock(loop)
            .parking(new ParkingPolicy(Optional.of(queues.table()), true, Optional.empty()))
            .build()
            .open("shard");
    shard.submit(List.of(order(3, 3, 1)));
    loop.runUntil(shard.settled().toCompletableFuture()::isDone);

    redrive(ANY);
    redrive(ANY);

    assertThat(bus.accepted).containsExactly("a-1.0", "a-2.0", "a-3.0");
    assertThat(queues.held()).isEmpty();
  }
}
