package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import java.util.Optional;

/**
 * The failure of a parked event, at which {@link Inbox#handle} stopped handling those behind the
 * event that it was called for. The parked event stays parked, with those behind it: it is tried
 * again when another event of its aggregate is handled or received again, or by {@link
 * Inbox#resume}; {@link Inbox#discard} gives it up.
 *
 * @param source source of the parked events
 * @param event the event; empty if parked events could not be read at all
 * @param cause the exception
 */
public record ParkedFailure(
    String source, AggregateKey aggregate, Optional<ReceivedEvent> event, RuntimeException cause) {

  /** For logs: without the exception's message, which may quote the event. */
  @Override
  public String toString() {
    return event.map(it -> "parked " + it).orElse("parked events of " + aggregate)
        + ": "
        + cause.getClass().getName();
  }
}
