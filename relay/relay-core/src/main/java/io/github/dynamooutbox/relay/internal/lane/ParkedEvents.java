package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.decode.Decoded;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;

/** Makes parked events of events and records. */
public final class ParkedEvents {
  private final RecordCodec codec;
  private final InstantSource clock;

  public ParkedEvents(RecordCodec codec, InstantSource clock) {
    this.codec = codec;
    this.clock = clock;
  }

  ParkedEvent of(Delivery delivery, Cause cause) {
    Instant now = clock.instant();
    Attempts attempts = new Attempts(delivery.attempts(), delivery.firstAttempt().orElse(now), now);
    Envelope envelope = delivery.envelope();
    return new ParkedEvent(
        place(envelope, delivery.lane()), cause, attempts, item(envelope), Set.of());
  }

  /** An event that was never sent, because its targets are unknown. */
  ParkedEvent of(Envelope envelope, LaneKey lane, Cause cause) {
    return new ParkedEvent(place(envelope, lane), cause, none(), item(envelope), Set.of());
  }

  /** A record that cannot be read. */
  ParkedEvent of(StreamPosition position, LaneKey lane, Decoded.Poison record) {
    Place place = new Place(lane, position, record.key(), ParkedEvent.WHOLE_RECORD);
    ParkReason reason = ParkReason.MALFORMED;
    Cause cause = new Cause(reason, reason.name(), record.message());
    return new ParkedEvent(place, cause, none(), record.item(), Set.of());
  }

  /** The cause of an event that is parked because an earlier one of its lane is. */
  public static Cause behind() {
    return new Cause(ParkReason.BEHIND, ParkReason.BEHIND.name(), "its lane is closed");
  }

  /** A parked event as what progress counts as finished. */
  public static FinishedDelivery asFinished(ParkedEvent event) {
    Place place = event.place();
    return new FinishedDelivery(
        place.position(), place.record(), place.index(), place.lane().target());
  }

  private Attempts none() {
    Instant now = clock.instant();
    return new Attempts(0, now, now);
  }

  private static Place place(Envelope envelope, LaneKey lane) {
    return new Place(lane, envelope.position(), envelope.key(), envelope.index());
  }

  private ItemView item(Envelope envelope) {
    return codec.encode(envelope.key(), envelope.record());
  }
}
