package io.github.dynamooutbox.inbox.lambda;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.Map;
import java.util.Optional;

/**
 * A message that was not finished, with everything that a dead-letter queue has to keep.
 *
 * @param reason what went wrong; contains no payload, unless an exception of the handler does
 * @param id message id, or sequence number of a Kinesis record
 * @param group message group of a FIFO queue, or partition key of a Kinesis record; empty for a
 *     standard queue
 * @param body the body as it was received
 * @param attributes message attributes of type String, by name; a Kinesis record has none
 * @param event the event, if the message could be read
 * @param cause the exception, if there was one
 */
public record FailedMessage(
    FailureKind kind,
    String reason,
    String id,
    String group,
    Payload body,
    Map<String, String> attributes,
    Optional<ReceivedEvent> event,
    Optional<RuntimeException> cause) {

  public FailedMessage {
    attributes = Map.copyOf(attributes);
  }

  /** For logs: without body and attributes. */
  @Override
  public String toString() {
    return "message "
        + id
        + event.map(it -> " (" + it + ")").orElse("")
        + " is not finished: "
        + kind
        + ", "
        + reason;
  }
}
