package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A host that continues from the position that it is told while the relay closes. */
class HandOverTest extends ShardBench {
  private static final Duration LATENCY = Duration.ofSeconds(5);

  private final ScriptedTarget quick = target("quick");
  private final ScriptedTarget slow = target("slow").latency(LATENCY);
  private final RelayBuilder relay =
      Relay.builder(
              List.of(quick, slow),
              List.of(
                  Rule.matching("{\"type\":[\"Quick\"]}", "quick"),
                  Rule.matching("{\"type\":[\"Slow\"]}", "slow")),
              loop)
          .clock(loop)
          .finishedAhead(new MemoryAhead());

  /** The answer of the slow target is handled between the call and the end of the relay. */
  @Test
  void sendsNothingAgainThatWasFinishedBehindThatPosition() {
    List<StreamRecord> records = List.of(record(1, "a", "Slow"), record(2, "b", "Quick"));
    ShardRelay first = relay.build().open("shard");
    List<Optional<StreamPosition>> told = new ArrayList<>();
    first.submit(records);
    loop.runFor(Duration.ofSeconds(1));
    loop.schedule(
        LATENCY.minusSeconds(1),
        () -> {
          first.close();
          told.add(first.firstUnfinished());
        });
    loop.runFor(LATENCY);
    assertThat(told).containsExactly(Optional.of(position(1)));
    assertThat(slow.accepted).containsExactly("a-1.0");
    assertThat(quick.accepted).containsExactly("b-1.0");

    ShardRelay next = relay.build().open("shard");
    next.submit(records);
    settle(next);

    assertThat(quick.accepted).containsExactly("b-1.0");
  }

  private static StreamRecord record(long position, String id, String type) {
    return Records.record(position, "Order", id, 1, Instant.EPOCH, 1, type);
  }

  private ScriptedTarget target(String name) {
    return new ScriptedTarget(name, true, new BatchLimits(10, 10_000, 2), loop);
  }
}
