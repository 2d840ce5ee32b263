package io.github.dynamooutbox.format;

/**
 * Which aggregate an event belongs to. Order is kept per aggregate.
 *
 * @param type the kind of aggregate, for example {@code Order}; not empty, no {@code #}
 * @param id the aggregate's identity within its type; not empty
 */
public record AggregateKey(String type, String id) {
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
