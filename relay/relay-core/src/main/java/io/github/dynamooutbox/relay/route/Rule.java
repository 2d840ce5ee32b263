package io.github.dynamooutbox.relay.route;

import java.util.Optional;
import java.util.Set;

/**
 * A routing rule: which events it matches, and where they go.
 *
 * @param match an EventBridge event pattern over the event's metadata, as JSON; empty to match
 *     every event
 * @param targets names of the targets; empty if the events are dropped
 */
public record Rule(Optional<String> match, Set<String> targets) {
  public Rule {
    targets = Set.copyOf(targets);
  }

  /** Sends every event to these targets. */
  public static Rule all(String... targets) {
    return new Rule(Optional.empty(), Set.of(targets));
  }

  /** Sends events that match to these targets. */
  public static Rule matching(String pattern, String... targets) {
    return new Rule(Optional.of(pattern), Set.of(targets));
  }

  /** Drops events that match, unless another rule sends them to a target. */
  public static Rule dropping(String pattern) {
    return new Rule(Optional.of(pattern), Set.of());
  }
}
