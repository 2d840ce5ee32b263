package io.github.dynamooutbox.cli.internal.parked;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.relay.park.ParkedEvent;

/**
 * What a parked event is called.
 *
 * @param id as {@link ParkedEvent#eventId} says
 * @param type its type; {@code ?} for a record that cannot be read
 */
public record ParkedName(String id, String type) {
  static ParkedName of(ParkedEvent event, DecodeResult record) {
    int index = event.place().index();
    String type =
        record.fold(
            decoded ->
                index == ParkedEvent.WHOLE_RECORD
                    ? "?"
                    : decoded.record().events().get(index).type(),
            newer -> "?",
            malformed -> "?");
    return new ParkedName(event.eventId(record), type);
  }
}
