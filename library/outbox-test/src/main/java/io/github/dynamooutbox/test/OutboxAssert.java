package io.github.dynamooutbox.test;

import java.util.List;
import org.assertj.core.api.AbstractAssert;

/** Assertions about what an {@link InMemoryOutbox} has committed. */
public final class OutboxAssert extends AbstractAssert<OutboxAssert, InMemoryOutbox> {
  private OutboxAssert(InMemoryOutbox actual) {
    super(actual, OutboxAssert.class);
  }

  /** Starts an assertion. */
  public static OutboxAssert assertThat(InMemoryOutbox outbox) {
    return new OutboxAssert(outbox);
  }

  /**
   * Verifies that exactly one event of this type was committed.
   *
   * @return assertions about that event
   */
  public EventAssert published(String type) {
    isNotNull();
    List<RecordedEvent> found =
        actual.events().stream().filter(event -> event.type().equals(type)).toList();
    if (found.size() != 1) {
      throw failure(
          "Expecting one event of type %s, but there are %s; committed were: %s",
          type, found.size(), actual.events());
    }
    return new EventAssert(found.get(0));
  }

  /** Verifies that events of exactly these types were committed, in this order. */
  public OutboxAssert publishedInOrder(String... types) {
    isNotNull();
    List<String> found = actual.events().stream().map(RecordedEvent::type).toList();
    if (!found.equals(List.of(types))) {
      throw failure("Expecting the events %s, but committed were: %s", List.of(types), found);
    }
    return this;
  }

  /** Verifies that no event was committed. */
  public OutboxAssert publishedNothing() {
    return publishedInOrder();
  }
}
