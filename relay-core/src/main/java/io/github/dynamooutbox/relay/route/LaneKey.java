package io.github.dynamooutbox.relay.route;

/**
 * The unit of order: what one target gets of one aggregate.
 *
 * @param target a target's name, or {@link #ALL_TARGETS}
 * @param aggregate the record's partition key value without the prefix: {@code type#id}
 */
public record LaneKey(String target, String aggregate) {
  /** Stands for every target, where an event's targets are not known. */
  public static final String ALL_TARGETS = "*";
}
