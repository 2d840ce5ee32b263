package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.InboxException;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.writer.OutboxException;
import java.util.Map;
import java.util.Optional;

/**
 * A message that was not finished, with everything that a dead-letter queue has to keep.
 *
 * @param reason what went wrong; contains no payload, unless an exception of the handler does
 * @param id message id, or sequence number of a Kinesis record; for a parked event, that of the
 *     message with which it was resumed
 * @param group message group of a FIFO queue, or partition key of a Kinesis record; empty for a
 *     standard queue
 * @param body the body as it was received
 * @param attributes message attributes of type String, by name; a Kinesis record has none
 * @param event the event, if the message could be read
 * @param cause the exception or error, if there was one
 * @param parked whether this is about a parked event that was resumed with the message: the message
 *     itself is not at fault. {@code body} is then the parked event as a CloudEvent in JSON, {@code
 *     attributes} are empty, and {@code event} is empty if no parked event could be read
 */
public record FailedMessage(
    FailureKind kind,
    String reason,
    String id,
    String group,
    Payload body,
    Map<String, String> attributes,
    Optional<ReceivedEvent> event,
    Optional<Throwable> cause,
    boolean parked) {

  public FailedMessage {
    attributes = Map.copyOf(attributes);
  }

  /** The failure of a message. */
  public FailedMessage(
      FailureKind kind,
      String reason,
      String id,
      String group,
      Payload body,
      Map<String, String> attributes,
      Optional<ReceivedEvent> event,
      Optional<Throwable> cause) {
    this(kind, reason, id, group, body, attributes, event, cause, false);
  }

  /**
   * For logs: without body and attributes, and without the message of an exception of the
   * handler's, which may quote them.
   */
  @Override
  public String toString() {
    String what = event.map(it -> " (" + it + ")").orElse("");
    return (parked
            ? "parked event" + what + ", resumed with message " + id
            : "message " + id + what)
        + " is not finished: "
        + kind
        + ", "
        + cause.filter(it -> !isOurs(it)).map(it -> it.getClass().getName()).orElse(reason);
  }

  private static boolean isOurs(Throwable cause) {
    return cause instanceof InboxException || cause instanceof OutboxException;
  }
}
