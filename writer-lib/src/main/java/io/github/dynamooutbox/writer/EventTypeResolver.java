package io.github.dynamooutbox.writer;

/**
 * Gives events their type that were made of a payload alone, see {@link Event#of(Object)}.
 * Implementations are thread-safe.
 */
@FunctionalInterface
public interface EventTypeResolver {

  /** The type of an event with this payload; not empty. */
  String typeOf(Object payload);

  /** The simple name of the payload's class: {@code OrderPlaced}. */
  static EventTypeResolver simpleClassNames() {
    return payload -> payload.getClass().getSimpleName();
  }
}
