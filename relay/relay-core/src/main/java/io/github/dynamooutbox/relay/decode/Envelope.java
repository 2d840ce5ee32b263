package io.github.dynamooutbox.relay.decode;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Optional;

/**
 * An event on its way through the relay, with its record.
 *
 * @param position the record's position in its shard
 * @param key the record's key in the table
 * @param record the record as committed
 * @param index the event's index in the record, from 0
 */
public record Envelope(StreamPosition position, RecordKey key, OutboxRecord record, int index) {
  public OutboxEvent event() {
    return record.events().get(index);
  }

  public AggregateKey aggregate() {
    return record.aggregate();
  }

  /**
   * The event's position among its aggregate's events. Empty if the writer supplied no sequence.
   */
  public Optional<EventPosition> eventPosition() {
    return record.sequence().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new EventPosition(record.sequence().getAsLong(), index, record.events().size()));
  }
}
