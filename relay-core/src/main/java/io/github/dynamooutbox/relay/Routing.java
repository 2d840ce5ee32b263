package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.route.Rule;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where rules send events, for tools that have to know it without relaying. Thread-safe. */
public final class Routing {
  private final Router router;

  /**
   * Compiles the rules.
   *
   * @throws IllegalArgumentException if a pattern is none; the message names the rule's place
   */
  public Routing(List<Rule> rules) {
    router = new Router(rules);
  }

  /**
   * The names of an event's targets: none if a rule drops it, or if it is a heartbeat that no rule
   * names.
   *
   * @return empty if no rule takes the event
   */
  public Optional<Set<String>> targets(Envelope envelope) {
    return router
        .route(envelope)
        .fold(
            to -> Optional.of(to.names()),
            dropped -> Optional.of(Set.of()),
            heartbeat -> Optional.of(Set.of()),
            unroutable -> Optional.empty());
  }
}
