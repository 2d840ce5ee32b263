package io.github.dynamooutbox.relay.internal.route;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Where an event goes.
 *
 * @param targets the targets' names; empty unless the event goes to targets
 */
public record Routed(Kind kind, Set<String> targets) {
  /** What to do with an event. */
  public enum Kind {
    /** Publish it. */
    TO_TARGETS,
    /** Nothing: a rule drops it. */
    DROPPED,
    /** Nothing: a heartbeat that no rule names has done its work by arriving. */
    HEARTBEAT,
    /** No rule matches it. */
    UNROUTABLE
  }

  static final Routed DROPPED = new Routed(Kind.DROPPED, Set.of());
  static final Routed HEARTBEAT = new Routed(Kind.HEARTBEAT, Set.of());
  static final Routed UNROUTABLE = new Routed(Kind.UNROUTABLE, Set.of());

  public Routed {
    targets = Set.copyOf(targets);
  }

  static Routed to(Set<String> targets) {
    return new Routed(Kind.TO_TARGETS, targets);
  }

  public boolean isUnroutable() {
    return kind == Kind.UNROUTABLE;
  }

  /** The targets' names in an order that is always the same. */
  public List<String> sorted() {
    List<String> sorted = new ArrayList<>(targets);
    Collections.sort(sorted);
    return sorted;
  }
}
