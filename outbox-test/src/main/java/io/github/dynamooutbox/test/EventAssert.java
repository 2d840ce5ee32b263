package io.github.dynamooutbox.test;

import java.util.OptionalLong;
import org.assertj.core.api.AbstractAssert;

/** Assertions about one committed event. */
public final class EventAssert extends AbstractAssert<EventAssert, RecordedEvent> {
  EventAssert(RecordedEvent actual) {
    super(actual, EventAssert.class);
  }

  /** It is about this aggregate. */
  public EventAssert of(String aggregateType, String aggregateId) {
    return check("aggregate", aggregateType + '#' + aggregateId, actual.aggregate().toString());
  }

  /** The aggregate's version after the transaction is this one. */
  public EventAssert atVersion(long version) {
    return check("version", OptionalLong.of(version), actual.version());
  }

  /** Its payload is this text, character by character. */
  public EventAssert withText(String payload) {
    return check("payload", payload, actual.text());
  }

  /** It has this header. */
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
