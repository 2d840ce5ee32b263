package io.github.dynamooutbox.relay.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ParkedEventTest {
  @Test
  void isNamedByItsEventOrByTheKeysOfARecordThatCannotBeRead() {
    StreamRecord record = Records.order(1, "a", 7, Instant.EPOCH, 3);
    String keys = "OUTBOX#Order#a/" + record.keys().get("SK").string();

    assertThat(id(record, 0)).isEqualTo("a-7.0");
    assertThat(id(record, 2)).isEqualTo("a-7.2");
    assertThat(id(record, ParkedEvent.WHOLE_RECORD)).isEqualTo(keys);
    assertThat(id(Records.malformed(1, "a", 7), 0)).isEqualTo("OUTBOX#Order#a/7");
    assertThat(id(Records.newerVersion(1, "a", 8), 0)).isEqualTo("OUTBOX#Order#a/8");
  }

  @Test
  void blocksOnlyAfterSomeTime() {
    Duration some = Duration.ofNanos(1);
    assertThatCode(() -> new BlockedAfter(some, some)).doesNotThrowAnyException();
    for (Duration none : new Duration[] {Duration.ZERO, some.negated()}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new BlockedAfter(none, some))
          .withMessage(
              "blocked after %s (target down) and %s (stuck): both must be positive",
              DurationText.of(none), DurationText.of(some));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new BlockedAfter(some, none))
          .withMessage(
              "blocked after %s (target down) and %s (stuck): both must be positive",
              DurationText.of(some), DurationText.of(none));
    }
  }

  @Test
  void isParkedOnlyWhereThereAreQueues() {
    Optional<QueueTable> none = Optional.empty();
    Optional<BlockedAfter> blocked = Optional.of(BlockedAfter.DEFAULT);
    for (boolean poison : new boolean[] {true, false}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new ParkingPolicy(none, poison, blocked))
          .withMessage("parking needs queues of parked events");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ParkingPolicy(none, true, Optional.empty()));
    assertThat(ParkingPolicy.halt()).isEqualTo(new ParkingPolicy(none, false, Optional.empty()));
  }

  private static String id(StreamRecord record, int index) {
    RecordKey key =
        new RecordKey(record.keys().get("PK").string(), record.keys().get("SK").string());
    return new ParkedEvent(
            new Place(new LaneKey("bus", "Order#a"), record.position(), key, index),
            new Cause(ParkReason.REJECTED, "code", "message"),
            new Attempts(1, Instant.EPOCH, Instant.EPOCH),
            record.newImage().orElseThrow(),
            Set.of())
        .eventId(Records.CODEC);
  }
}
