package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;

/** An event with a position in the order of its aggregate. */
record OrderedEvent(ReceivedEvent event, AggregateKey aggregate, EventPosition position) {

  /** For events that certainly have a position, such as parked ones. */
  static OrderedEvent of(ReceivedEvent event) {
    return new OrderedEvent(event, event.aggregate().orElseThrow(), event.position().orElseThrow());
  }
}
