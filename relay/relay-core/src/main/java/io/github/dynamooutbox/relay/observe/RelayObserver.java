package io.github.dynamooutbox.relay.observe;

import io.github.dynamooutbox.format.ForeignFailures;

/**
 * Observes what the relay does, for metrics and logs. The relay calls it on its own thread, so
 * implementations must return quickly. What one throws is logged, with class and place but without
 * its message, and changes nothing else; only a {@link VirtualMachineError} other than {@link
 * StackOverflowError} ends the run. Log ids and positions, never payloads.
 */
@FunctionalInterface
public interface RelayObserver {
  /** Ignores everything. */
  RelayObserver NONE = event -> {};

  void observe(RelayEvent event);

  /**
   * An observer that passes each event to this one, then to the other, whatever this one throws. If
   * both throw, the exception of this one is passed on, with that of the other suppressed.
   */
  default RelayObserver and(RelayObserver other) {
    return event -> {
      try {
        observe(event);
      } catch (Throwable failure) {
        ForeignFailures.rethrowIfOfTheMachine(failure);
        try {
          other.observe(event);
        } catch (Throwable another) {
          ForeignFailures.rethrowIfOfTheMachine(another);
          if (another != failure) {
            failure.addSuppressed(another);
          }
        }
        throw failure;
      }
      other.observe(event);
    };
  }
}
