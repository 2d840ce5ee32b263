package io.github.dynamooutbox.relay.park;

import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.Set;

/**
 * An event as it is parked.
 *
 * @param place where it stands
 * @param cause why it is parked
 * @param attempts what was tried before
 * @param item a full copy of the outbox record
 * @param published marks of the publications that a redrive has already done, in a lane over all
 *     targets
 */
public record ParkedEvent(
    Place place, Cause cause, Attempts attempts, ItemView item, Set<String> published) {

  /** Stands for all events of a record, where the record cannot be read. */
  public static final int WHOLE_RECORD = -1;

  public ParkedEvent {
    published = Set.copyOf(published);
  }

  /**
   * Where a parked event stands. Within a lane, places sort in stream order.
   *
   * @param lane the lane it is parked in
   * @param position its record's place in the stream
   * @param record its record's key
   * @param index its place in the record, or {@link #WHOLE_RECORD}
   */
  public record Place(LaneKey lane, StreamPosition position, RecordKey record, int index) {}

  /**
   * Why an event is parked.
   *
   * @param code short and stable: the service's error code, or our own
   * @param message what happened, without payload
   */
  public record Cause(ParkReason reason, String code, String message) {}

  /**
   * What was tried before an event was parked.
   *
   * @param count how often it was sent
   * @param first when it was first sent; {@code last} if never
   * @param last when it was parked
   */
  public record Attempts(int count, Instant first, Instant last) {}
}
