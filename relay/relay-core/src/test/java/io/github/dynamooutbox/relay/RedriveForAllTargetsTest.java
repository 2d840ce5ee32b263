package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is parked for all targets, as nobody could say which: the rules of today decide. */
class RedriveForAllTargetsTest extends RedriveBench {
  @Test
  void remembersWhatIsDoneOfAnEventForAllTargets() {
    park(new QueueName.Lane(ALL), ALL, ParkReason.UNROUTABLE, order(1, 1, 1), 0);
    feed.always(entries -> BatchOutcome.all(entries.size(), DOWN));

    redrive(ANY);

    assertThat(queues.parked().stream().map(ParkedEvent::published))
        .containsExactly(Set.of("0/bus"));
    feed.always(ScriptedTarget::acceptAll);
    redrive(ANY);
    assertThat(bus.accepted).as("once").containsExactly("a-1.0");
    assertThat(feed.accepted).containsExactly("a-1.0");
    assertThat(queues.held()).isEmpty();
  }

  @Test
  void takesOutWhatTheRulesDropNow() {
    rules = List.of(Rule.dropping("{\"type\":[\"OrderChanged\"]}"));
    park(new QueueName.Lane(ALL), ALL, ParkReason.UNROUTABLE, order(1, 1, 1), 0);
    Instant start = loop.instant();

    redrive(ANY);

    assertThat(loop.instant()).as("nothing waits").isBefore(start.plusSeconds(1));
    assertThat(bus.requests).isEmpty();
    assertThat(queues.held()).isEmpty();
    assertThat(receipts).singleElement().satisfies(it -> assertThat(it.dropped()).hasSize(1));
  }

  @Test
  void opensTheLaneOfAHeartbeatThatAnEarlierRelayHadParked() {
    LaneKey lane = new LaneKey(LaneKey.ALL_TARGETS, Heartbeats.AGGREGATE_TYPE + "#table");
    StreamRecord heartbeat =
        Records.record(1, Heartbeats.AGGREGATE_TYPE, "table", 1, loop.instant(), 1, "Heartbeat");
    park(new QueueName.Lane(lane), lane, ParkReason.UNROUTABLE, heartbeat, 0);

    redrive(ANY);

    assertThat(queues.held()).isEmpty();
    assertThat(bus.accepted).isEmpty();
  }

  @Test
  void leavesWhatNoRuleTakesAndWhatNobodyCanRead() {
    rules = List.of(Rule.matching("{\"type\":[\"Other\"]}", "bus"));
    LaneKey other = new LaneKey(LaneKey.ALL_TARGETS, "Order#b");
    park(new QueueName.Lane(ALL), ALL, ParkReason.UNROUTABLE, order(1, 1, 1), 0);
    park(new QueueName.Lane(other), other, ParkReason.MALFORMED, Records.malformed(2, "b", 1), -1);

    RedriveResult result = redrive(ANY);

    assertThat(result.stuck().get(new QueueName.Lane(ALL)))
        .extracting(Why::code)
        .isEqualTo("UNROUTABLE");
    assertThat(result.stuck().get(new QueueName.Lane(other)))
        .extracting(Why::code)
        .isEqualTo("MALFORMED");
  }

  @Test
  void sendsNothingThatTheSequencePutsBehindAnEventWithoutARoute() {
    rules = List.of(Rule.matching("{\"type\":[\"OrderChanged\"]}", "bus"));
    StreamRecord unknown = Records.record(2, "Order", "a", 1, loop.instant(), 1, "Unknown");
    park(new QueueName.Lane(ALL), ALL, ParkReason.MALFORMED, order(1, 2, 1), -1);
    park(new QueueName.Lane(ALL), ALL, ParkReason.UNROUTABLE, unknown, 0);

    RedriveResult result = redrive(ANY);

    assertThat(bus.accepted).isEmpty();
    assertThat(result.stuck().get(new QueueName.Lane(ALL)))
        .extracting(Why::code)
        .isEqualTo("UNROUTABLE");
  }

  @Test
  void waitsForTheLaneOfATargetThatHoldsEarlierEvents() {
    rules = List.of(Rule.all("bus"));
    park(OWN, LANE, ParkReason.REJECTED, order(1, 1, 1), 0);
    park(new QueueName.Lane(ALL), ALL, ParkReason.UNROUTABLE, order(2, 2, 1), 0);

    redrive(Set.of(ParkReason.UNROUTABLE));
    assertThat(bus.accepted).isEmpty();
    assertThat(queues.held()).containsExactly(OWN);
    redrive(ANY);

    assertThat(bus.accepted).containsExactly("a-1.0", "a-2.0");
  }
}
