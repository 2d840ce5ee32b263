package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Instant;
import java.util.Optional;

/**
 * That an event is not parked any more because somebody has decided so. Consumers that wait for the
 * event can find out.
 *
 * @param eventId the event's id; of a record that cannot be read, its keys
 * @param origin which of the events with this id; empty in marks of builds from before 0.1.0
 * @param target for which it was parked
 * @param sentTo to which other target it was sent instead; empty: it was discarded
 * @param by who has decided it
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
   * Where an event was committed. It tells events apart that have the same id.
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
   * Whether it was decided about this event, of those that have the id: about any, if the mark does
   * not say of which it is.
   *
   * @param record the event's record
   * @param index its index in the record, or {@link ParkedEvent#WHOLE_RECORD}
   */
  public boolean concerns(RecordKey record, int index) {
    return origin.map(known -> known.includes(record, index)).orElse(true);
  }
}
