package io.github.dynamooutbox.relay.route;

import java.util.Set;

/** Where an event goes. */
public sealed interface Routed {

  record To(Set<String> targets) implements Routed {}

  /** A rule says that it is not published. */
  record Dropped() implements Routed {}

  /** A heartbeat that no rule names: it has arrived where it was to arrive. */
  record Heartbeat() implements Routed {}

  /** No rule takes it. */
  record Unroutable() implements Routed {}
}
