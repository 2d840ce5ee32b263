package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import java.util.Optional;

/** An event with the record that says where it comes from. */
public interface EventInRecord {
  OutboxRecord record();

  /** The event's index in the record, from 0. */
  int index();

  default OutboxEvent event() {
    return record().events().get(index());
  }

  default AggregateKey aggregate() {
    return record().aggregate();
  }

  /**
   * The event's position among its aggregate's events. Empty if the writer supplied no sequence.
   */
  default Optional<EventPosition> eventPosition() {
    return record().sequence().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new EventPosition(record().sequence().getAsLong(), index(), record().events().size()));
  }
}
