package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.EventPosition;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The position of a consumer in the events of an aggregate.
 *
 * @param next {@code sequence} of the next event; empty if none was handled yet
 * @param from start of the unbroken run: everything from here to {@code next} was handled
 * @param parked number of parked events
 */
record Cursor(Optional<String> next, Optional<String> from, int parked) {
  static final String NEXT = "next";
  static final String FROM = "from";
  static final String PARKED = "parked";

  /** Of an aggregate of which nothing was handled or parked. */
  static Cursor none() {
    return new Cursor(Optional.empty(), Optional.empty(), 0);
  }

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

  /** The position of an event relative to the cursor. */
  enum Place {
    /** The event is the next one. */
    NEXT,
    /** Events before it are missing. */
    AHEAD,
    /** The event is older and was handled. */
    COVERED,
    /** The event is older, and nothing proves that it was handled. */
    BEHIND
  }

  Place placeOf(EventPosition position, OrderGuard guard) {
    if (next.isEmpty()) {
      return guard.mayStartWith(position)
          ? Place.NEXT
          : position.sequence().compareTo(guard.firstSequence()) < 0 ? Place.BEHIND : Place.AHEAD;
    }
    int compared = position.sequence().compareTo(next.get());
    if (compared >= 0) {
      return compared == 0 || guard.seesSomeEvents() ? Place.NEXT : Place.AHEAD;
    }
    boolean covered = from.filter(first -> first.compareTo(position.sequence()) <= 0).isPresent();
    return covered ? Place.COVERED : Place.BEHIND;
  }

  /** The cursor once a parked event whose turn had come was handled. */
  Cursor after(EventPosition handled) {
    String after = handled.nextSequence();
    return new Cursor(
        Optional.of(Collections.max(List.of(next.orElse(after), after))), from, parked);
  }

  /** {@code sequence} of the next event. */
  String expected(OrderGuard guard) {
    return next.orElseGet(guard::firstSequence);
  }
}
