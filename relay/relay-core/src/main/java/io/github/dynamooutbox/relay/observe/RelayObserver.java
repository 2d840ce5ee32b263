package io.github.dynamooutbox.relay.observe;

/**
 * Observes what the relay does, for metrics and logs. The relay calls it on its own thread, so
 * implementations must return quickly. An exception that one throws is logged and changes nothing
 * else. Log ids and positions, never payloads.
 */
@FunctionalInterface
public interface RelayObserver {
  /** Ignores everything. */
  RelayObserver NONE = event -> {};

  void observe(RelayEvent event);

  /** An observer that passes each event to this one, then to the other. */
  default RelayObserver and(RelayObserver other) {
    return event -> {
      observe(event);
      other.observe(event);
    };
  }
}
