package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;

/** An event that has a place in the order of its aggregate. */
record OrderedEvent(ReceivedEvent event, AggregateKey aggregate, EventPosition position) {

  /** Only for one that has a place, as those that are parked. */
  static OrderedEvent of(ReceivedEvent event) {
    return new OrderedEvent(event, event.aggregate().orElseThrow(), event.position().orElseThrow());
  }
}
