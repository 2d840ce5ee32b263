package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Old records at a target that has throttled less than a minute ago, and accepts all now. */
class TroubledAWhileAgoTest extends TargetDownBench {
  private static final int EVENTS = 400;

  @Test
  void nothingIsParkedThatHasOnlyJustBeenReady() {
    down.next(entries -> perEntry(entries, 0.5));
    down.latency(Duration.ofMillis(40));
    ShardRelay shard = relay(List.of(up, down), Rule.all("up", "down")).open("shard");
    Instant old = loop.instant().minus(Duration.ofMinutes(5));
    shard.submit(records(1, 10, old));
    loop.runFor(Duration.ofSeconds(40));
    assertThat(down.accepted).hasSize(10);

    shard.submit(records(11, EVENTS, old));
    settle(shard);

    assertThat(queues.parked()).isEmpty();
    assertThat(down.accepted).hasSize(EVENTS);
  }

  private static List<StreamRecord> records(long from, long to, Instant created) {
    return LongStream.rangeClosed(from, to)
        .mapToObj(n -> Records.order(n, "a" + n, n, created, 1))
        .toList();
  }
}
