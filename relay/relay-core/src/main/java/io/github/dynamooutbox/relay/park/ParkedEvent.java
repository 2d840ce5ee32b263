package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.Set;

/**
 * An event that could not be published, as it is kept for a redrive.
 *
 * @param place its lane and position
 * @param cause why it is parked
 * @param attempts the attempts to publish it
 * @param item a full copy of the outbox record
 * @param published marks of the publications that a redrive has already completed, in a lane across
 *     all targets
 */
public record ParkedEvent(
    Place place, Cause cause, Attempts attempts, ItemView item, Set<String> published) {

  /** The index that stands for all events of a record that cannot be read. */
  public static final int WHOLE_RECORD = -1;

  public ParkedEvent {
    published = Set.copyOf(published);
  }

  /**
   * The event's id or, for a record that cannot be read, its two keys with a {@code /} between
   * them.
   *
   * @param codec for the table that the record comes from
   */
  public String eventId(RecordCodec codec) {
    return eventId(codec.decode(item));
  }

  /** The same where the record is already decoded. */
  public String eventId(DecodeResult record) {
    String keys = place.record().partition() + '/' + place.record().sort();
    return record.fold(
        decoded ->
            place.index() == WHOLE_RECORD
                ? keys
                : decoded.record().events().get(place.index()).id(),
        newer -> keys,
        malformed -> keys);
  }

  /**
   * The place of a parked event. Within a lane, places sort in stream order.
   *
   * @param lane the lane it is parked in
   * @param position its record's position in the stream
   * @param record its record's key
   * @param index its index in the record, or {@link #WHOLE_RECORD}
   */
  public record Place(LaneKey lane, StreamPosition position, RecordKey record, int index) {}

  /**
   * Why an event is parked.
   *
   * @param code short and stable: the service's error code, or one of this library
   * @param message what happened, without payload
   */
  public record Cause(ParkReason reason, String code, String message) {}

  /**
   * The attempts to publish an event before it was parked.
   *
   * @param count number of attempts
   * @param first time of the first attempt; equal to {@code last} if there was none
   * @param last time of parking
   */
  public record Attempts(int count, Instant first, Instant last) {}
}
