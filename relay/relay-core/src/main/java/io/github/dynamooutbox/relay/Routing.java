package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.route.Routed;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.route.Rule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Evaluates routing rules for tools that publish nothing. Thread-safe. */
public final class Routing {
  private final Router router;

  /**
   * Compiles the rules.
   *
   * @throws IllegalArgumentException if a pattern is not valid; the message gives the rule's
   *     position
   */
  public Routing(List<Rule> rules) {
    router = new Router(rules);
  }

  /**
   * Returns the names of an event's targets: an empty set if a rule drops it, or if it is a
   * heartbeat that no rule names.
   *
   * @return empty if no rule matches the event
   */
  public Optional<Set<String>> targets(Envelope envelope) {
    Routed routed = router.route(envelope);
    return routed.isUnroutable() ? Optional.empty() : Optional.of(routed.targets());
  }
}
