package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.EventPosition;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where a consumer is in the events of an aggregate.
 *
 * @param next {@code sequence} of what comes next; empty if nothing was handled
 * @param from from here to {@code next} everything was handled
 * @param parked how many events are parked
 */
record Cursor(Optional<String> next, Optional<String> from, int parked) {
  static final String NEXT = "next";
  static final String FROM = "from";
  static final String PARKED = "parked";

  static Cursor of(Map<String, AttributeValue> item) {
    return new Cursor(
        text(item, NEXT),
        text(item, FROM),
        Optional.ofNullable(item.get(PARKED)).map(it -> Integer.parseInt(it.n())).orElse(0));
  }

  private static Optional<String> text(Map<String, AttributeValue> item, String name) {
    return Optional.ofNullable(item.get(name)).map(AttributeValue::s);
  }

  boolean hasParked() {
    return parked > 0;
  }

  /** How an event stands to it. */
  enum Place {
    /** Next. */
    NEXT,
    /** Something is missing before it. */
    AHEAD,
    /** Older, and handled. */
    COVERED,
    /** Older, and nothing shows that it was handled. */
    BEHIND
  }

  Place placeOf(EventPosition position, OrderGuard guard) {
    if (next.isEmpty()) {
      return guard.mayStartWith(position) ? Place.NEXT : Place.AHEAD;
    }
    int compared = position.sequence().compareTo(next.get());
    if (compared >= 0) {
      return compared == 0 || guard.seesSomeEvents() ? Place.NEXT : Place.AHEAD;
    }
    boolean covered = from.filter(first -> first.compareTo(position.sequence()) <= 0).isPresent();
    return covered ? Place.COVERED : Place.BEHIND;
  }

  /** {@code sequence} of what comes next. */
  String expected(OrderGuard guard) {
    return next.orElseGet(guard::firstSequence);
  }
}
