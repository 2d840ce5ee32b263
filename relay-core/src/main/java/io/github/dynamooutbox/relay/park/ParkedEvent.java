package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;

/**
 * An event as it is parked.
 *
 * @param place where it stands
 * @param reason why it is parked
 * @param code short and stable: the service's error code, or our own
 * @param message what happened, without payload
 * @param attempts how often it was sent
 * @param firstAttempt when it was first sent; {@code parkedAt} if never
 * @param parkedAt when it was parked
 * @param item a full copy of the outbox record
 */
public record ParkedEvent(
    Place place,
    ParkReason reason,
    String code,
    String message,
    int attempts,
    Instant firstAttempt,
    Instant parkedAt,
    ItemView item) {

  /** Stands for all events of a record, where the record cannot be read. */
  public static final int WHOLE_RECORD = -1;

  /**
   * Where a parked event stands. Within a lane, places sort in stream order.
   *
   * @param lane the lane it is parked in
   * @param position its record's place in the stream
   * @param record its record's key
   * @param index its place in the record, or {@link #WHOLE_RECORD}
   */
  public record Place(LaneKey lane, StreamPosition position, RecordKey record, int index) {}
}
