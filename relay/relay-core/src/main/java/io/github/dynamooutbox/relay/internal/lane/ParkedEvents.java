package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
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
import java.lang.ref.WeakReference;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes parked events of events and records. Those of one record share one copy of it, which is
 * then stored once. Confined to the relay's event loop.
 */
public final class ParkedEvents {
  /** How many records are remembered. */
  private static final int REMEMBERED = 1_000;

  private final RecordCodec codec;
  private final InstantSource clock;

  /** Weak, so that it lives only as long as one of the record's events needs it. */
  private record Copy(WeakReference<OutboxRecord> of, WeakReference<ItemView> item) {
    @Nullable ItemView itemOf(OutboxRecord record) {
      return of.refersTo(record) ? item.get() : null;
    }
  }

  private record Source(StreamPosition position, RecordKey key) {}

  private final Map<Source, Copy> copies =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Source, Copy> eldest) {
          return size() > REMEMBERED;
        }
      };

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
    Source source = new Source(envelope.position(), envelope.key());
    Copy known = copies.get(source);
    ItemView copy = known == null ? null : known.itemOf(envelope.record());
    if (copy == null) {
      copy = codec.encode(envelope.key(), envelope.record());
      copies.put(
          source, new Copy(new WeakReference<>(envelope.record()), new WeakReference<>(copy)));
    }
    return copy;
  }
}
