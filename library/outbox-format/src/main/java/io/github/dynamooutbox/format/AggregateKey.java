package io.github.dynamooutbox.format;

import java.io.Serializable;

/**
 * The aggregate that an event belongs to. Order is kept within an aggregate.
 *
 * @param type the kind of aggregate, for example {@code Order}; not empty, no {@code #}
 * @param id the aggregate's identity within its type; not empty
 */
public record AggregateKey(String type, String id) implements Serializable {
  public AggregateKey {
    if (type.isEmpty() || type.indexOf('#') >= 0) {
      throw new IllegalArgumentException(
          "aggregate type \"" + type + "\": must not be empty and must not contain '#'");
    }
    if (id.isEmpty()) {
      throw new IllegalArgumentException("aggregate of type \"" + type + "\": the id is empty");
    }
  }

  @Override
  public String toString() {
    return type + '#' + id;
  }
}
