package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Instant;
import java.util.Optional;

/**
 * The mark of an event that was taken out of its queue by decision of an operator. Consumers that
 * wait for the event can look it up.
 *
 * @param eventId the event's id or, for a record that cannot be read, its keys
 * @param origin where the event was committed; empty in marks of builds from before 0.1.0
 * @param target the target for which it was parked
 * @param sentTo the other target to which it was sent instead; empty if it was discarded
 * @param by who decided it
 * @param reason why
 * @param at when
 */
public record WayOut(
    String eventId,
    Optional<Origin> origin,
    String target,
    Optional<String> sentTo,
    String by,
    String reason,
    Instant at) {

  /**
   * Where an event was committed. It distinguishes events with the same id.
   *
   * @param record its record's key
   * @param index its index in the record, or {@link ParkedEvent#WHOLE_RECORD}
   */
  public record Origin(RecordKey record, int index) {
    private boolean includes(RecordKey other, int otherIndex) {
      return record.equals(other) && (index == ParkedEvent.WHOLE_RECORD || index == otherIndex);
    }
  }

  /**
   * Whether the mark is about this one of the events with its id; a mark without an origin is about
   * all of them.
   *
   * @param record the event's record
   * @param index its index in the record, or {@link ParkedEvent#WHOLE_RECORD}
   */
  public boolean concerns(RecordKey record, int index) {
    return origin.map(known -> known.includes(record, index)).orElse(true);
  }
}
