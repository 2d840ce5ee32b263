package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shard that is late and does not catch up: what is parked before the stream trims it. */
class NearTrimTest extends TargetDownBench {
  private static final int EVENTS = 100;

  private List<StreamRecord> records = List.of();

  @BeforeEach
  void anEarlierRunDidNotCatchUp() {
    Instant old = loop.instant().minus(Duration.ofHours(21));
    records =
        LongStream.rangeClosed(1, EVENTS)
            .mapToObj(n -> Records.order(n, "a" + n, n, old, 1))
            .toList();
    up.always(TargetDownBench::noAnswer);
    ShardRelay first = open();
    first.submit(records);
    loop.runFor(Duration.ofSeconds(40));
    close(first);
    assertThat(queues.parked()).isEmpty();
    loop.runFor(Duration.ofMinutes(11));
    up.always(ScriptedTarget::acceptAll);
  }

  @Test
  void whatFailsOnceIsParkedAtOnceThoughItsTargetIsUp() {
    up.next(TargetDownBench::noAnswer);
    ShardRelay second = open();
    second.submit(records);
    loop.runFor(Duration.ofSeconds(10));

    assertThat(queues.told()).filteredOn(each -> each.startsWith("up/")).hasSize(10);
    assertThat(up.accepted).hasSize(EVENTS - 10);
  }

  @Test
  void whatFailsOnceHoldsUpNoOtherAggregate() {
    up.next(TargetDownBench::noAnswer);
    ShardRelay second = open();
    second.submit(records);
    loop.runFor(Duration.ofSeconds(10));
    second.submit(
        LongStream.rangeClosed(EVENTS + 1, 2 * EVENTS)
            .mapToObj(n -> order(n, "young" + n))
            .toList());
    settle(second);

    assertThat(up.accepted).hasSize(2 * EVENTS - 10);
    assertThat(queues.parked()).hasSize(10);
  }

  @Test
  void whatWaitsInVainForASlowTargetIsParkedUnsent() {
    up.latency(Duration.ofSeconds(40));
    ShardRelay second = open();
    second.submit(records);
    settle(second);

    assertThat(up.accepted).as("four requests, and none when they have ended").hasSize(40);
    assertThat(queues.parked())
        .hasSize(EVENTS - 40)
        .extracting(ParkedEvent::cause)
        .containsOnly(
            new Cause(
                ParkReason.BLOCKED,
                "NEAR_TRIM",
                "target up accepts too little: the stream would trim the record before its turn"));
  }

  @Test
  void whatIsYoungIsSentAgainThoughItFailsBesideWhatIsLate() {
    List<StreamRecord> both = new ArrayList<>(records.subList(0, 9));
    both.add(Records.order(EVENTS + 1, "young", 1, loop.instant(), 1));
    up.next(TargetDownBench::noAnswer);
    ShardRelay second = open();
    second.submit(both);
    settle(second);

    assertThat(up.accepted).containsExactly("young-1.0");
    assertThat(queues.parked()).hasSize(9);
  }

  @Test
  void whatItsTargetAcceptsIsPublishedHoweverLateItIs() {
    ShardRelay second = open();
    second.submit(records);
    settle(second);

    assertThat(up.accepted).hasSize(EVENTS);
    assertThat(queues.parked()).isEmpty();
  }

  private ShardRelay open() {
    return relay(List.of(up), Rule.all("up")).open("shard");
  }
}
