package io.github.dynamooutbox.test;

import java.util.OptionalLong;
import org.assertj.core.api.AbstractAssert;

/** Assertions about one committed event. */
public final class EventAssert extends AbstractAssert<EventAssert, RecordedEvent> {
  EventAssert(RecordedEvent actual) {
    super(actual, EventAssert.class);
  }

  /** Verifies that the event belongs to this aggregate. */
  public EventAssert of(String aggregateType, String aggregateId) {
    return check("aggregate", aggregateType + '#' + aggregateId, actual.aggregate().toString());
  }

  /** Verifies the aggregate's version after the transaction. */
  public EventAssert atVersion(long version) {
    return check("version", OptionalLong.of(version), actual.version());
  }

  /** Verifies that the payload is exactly this text. */
  public EventAssert withText(String payload) {
    return check("payload", payload, actual.text());
  }

  /** Verifies that the event has this header. */
  public EventAssert withHeader(String name, String value) {
    return check("header " + name, value, actual.headers().getOrDefault(name, "none"));
  }

  private EventAssert check(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw failure("Expecting the %s of %s to be %s, but it is %s", what, actual, expected, found);
    }
    return this;
  }
}
