package io.github.dynamooutbox.relay.route;

import java.util.Optional;
import java.util.Set;

/**
 * One rule of the routing: which events it takes, and where they go.
 *
 * @param match an EventBridge event pattern over the event's metadata, as JSON; empty: every event
 * @param targets names of the targets; empty: the events are dropped
 */
public record Rule(Optional<String> match, Set<String> targets) {
  public Rule {
    targets = Set.copyOf(targets);
  }

  /** Every event goes to these targets. */
  public static Rule all(String... targets) {
    return new Rule(Optional.empty(), Set.of(targets));
  }

  /** Events that match go to these targets. */
  public static Rule matching(String pattern, String... targets) {
    return new Rule(Optional.of(pattern), Set.of(targets));
  }

  /** Events that match are dropped, unless another rule takes them. */
  public static Rule dropping(String pattern) {
    return new Rule(Optional.of(pattern), Set.of());
  }
}
