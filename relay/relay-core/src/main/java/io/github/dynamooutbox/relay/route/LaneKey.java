package io.github.dynamooutbox.relay.route;

/**
 * The unit of order: one aggregate's events for one target.
 *
 * @param target a target's name, or {@link #ALL_TARGETS}
 * @param aggregate the record's partition key value without the prefix: {@code type#id}
 */
public record LaneKey(String target, String aggregate) {
  /** Stands for all targets, for events whose targets are unknown. */
  public static final String ALL_TARGETS = "*";
}
