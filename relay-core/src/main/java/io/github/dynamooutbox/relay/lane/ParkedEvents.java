package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.decode.Decoded;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.time.InstantSource;

/** Makes the parked form of events and records. */
public final class ParkedEvents {
  private final RecordCodec codec;
  private final InstantSource clock;

  public ParkedEvents(RecordCodec codec, InstantSource clock) {
    this.codec = codec;
    this.clock = clock;
  }

  ParkedEvent of(Delivery delivery, ParkReason reason, String code, String message) {
    Instant now = clock.instant();
    return new ParkedEvent(
        place(delivery.envelope(), delivery.lane()),
        reason,
        code,
        message,
        delivery.attempts(),
        delivery.firstAttempt().orElse(now),
        now,
        item(delivery.envelope()));
  }

  /** An event that was never sent, because its targets are not known. */
  ParkedEvent of(Envelope envelope, LaneKey lane, ParkReason reason, String message) {
    return never(place(envelope, lane), reason, message, item(envelope));
  }

  /** A record that cannot be read. */
  ParkedEvent of(StreamPosition position, LaneKey lane, Decoded.Poison record) {
    Place place = new Place(lane, position, record.key(), ParkedEvent.WHOLE_RECORD);
    return never(place, ParkReason.MALFORMED, record.message(), record.item());
  }

  private ParkedEvent never(Place place, ParkReason reason, String message, ItemView item) {
    Instant now = clock.instant();
    return new ParkedEvent(place, reason, reason.name(), message, 0, now, now, item);
  }

  private static Place place(Envelope envelope, LaneKey lane) {
    return new Place(lane, envelope.position(), envelope.key(), envelope.index());
  }

  private ItemView item(Envelope envelope) {
    return codec.encode(envelope.key(), envelope.record());
  }
}
