package io.github.dynamooutbox.writer;

/**
 * Determines the type of events that are created from a payload alone, see {@link
 * Event#of(Object)}. Implementations are thread-safe.
 */
@FunctionalInterface
public interface EventTypeResolver {

  /** Returns the type of an event with this payload; not empty. */
  String typeOf(Object payload);

  /** The simple name of the payload's class: {@code OrderPlaced}. */
  static EventTypeResolver simpleClassNames() {
    return payload -> payload.getClass().getSimpleName();
  }
}
