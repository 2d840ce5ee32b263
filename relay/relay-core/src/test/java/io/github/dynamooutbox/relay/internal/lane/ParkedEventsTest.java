package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded.Poison;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A parked event has every field of what it was made of, each in its place. */
class ParkedEventsTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30Z");

  private final ParkedEvents events = new ParkedEvents(Records.CODEC, () -> NOW);
  private final ParkedEvent distinct = DistinctValues.of(ParkedEvent.class);
  private final LaneKey lane = distinct.place().lane();
  private final StreamPosition position = distinct.place().position();
  private final Cause cause = distinct.cause();

  private final OutboxRecord record = DistinctValues.of(OutboxRecord.class);
  private final RecordKey key =
      Records.CODEC.key(record.aggregate(), record.sequence().getAsLong());
  private final Envelope envelope = new Envelope(position, key, record, 1);

  @Test
  void eventThatWasNeverSent() {
    assertParked(events.of(envelope, lane, cause), new Attempts(0, NOW, NOW));
  }

  @Test
  void eventThatWasSent() {
    Delivery delivery =
        new Delivery(
            envelope,
            lane,
            Optional.empty(),
            new Progress().track(position, Optional.empty()).orElseThrow());
    assertParked(events.of(delivery, cause), new Attempts(0, NOW, NOW));

    delivery.sent(NOW.minusSeconds(9));
    delivery.sent(NOW.minusSeconds(5));
    assertParked(events.of(delivery, cause), new Attempts(2, NOW.minusSeconds(9), NOW));
  }

  private void assertParked(ParkedEvent parked, Attempts attempts) {
    assertThat(parked)
        .isEqualTo(
            new ParkedEvent(
                new Place(lane, position, key, 1), cause, attempts, parked.item(), Set.of()));
    assertThat(Records.CODEC.decode(parked.item())).isEqualTo(new Decoded(key, record));
  }

  @Test
  void recordThatCannotBeRead() {
    Poison poison = DistinctValues.of(Poison.class);
    assertThat(events.of(position, lane, poison))
        .isEqualTo(
            new ParkedEvent(
                new Place(lane, position, poison.key(), ParkedEvent.WHOLE_RECORD),
                new Cause(ParkReason.MALFORMED, "MALFORMED", poison.message()),
                new Attempts(0, NOW, NOW),
                poison.item(),
                Set.of()));
  }

  @Test
  void parkedEventCountsAsFinishedForItsTarget() {
    Place place = distinct.place();
    assertThat(ParkedEvents.asFinished(distinct))
        .isEqualTo(new FinishedDelivery(position, place.record(), place.index(), lane.target()));
  }
}
