package io.github.dynamooutbox.listener;

import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import java.util.Optional;

/** How a listener guards the order of each aggregate's events. */
public enum ListenerOrder {
  /** Not at all: repeats are recognised, by an entry for each event. */
  NONE,
  /** Recognises repeats and inversions; for consumers that receive only some events. */
  SOME_EVENTS,
  /** An event before which others are missing is delivered again. Not on a FIFO queue. */
  WAIT,
  /** An event before which others are missing is handled; those are late if they arrive. */
  ACCEPT,
  /** An event before which others are missing is stored, and handled once they are. */
  PARK;

  Optional<OrderGuard> guard(DeliveryMode delivery) {
    return switch (this) {
      case NONE -> Optional.empty();
      case SOME_EVENTS -> Optional.of(OrderGuard.someEvents(delivery));
      case WAIT -> Optional.of(OrderGuard.everyEvent(delivery, OnGap.WAIT));
      case ACCEPT -> Optional.of(OrderGuard.everyEvent(delivery, OnGap.ACCEPT));
      case PARK -> Optional.of(OrderGuard.everyEvent(delivery, OnGap.PARK));
    };
  }
}
