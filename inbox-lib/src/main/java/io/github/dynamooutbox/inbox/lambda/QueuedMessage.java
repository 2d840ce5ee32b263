package io.github.dynamooutbox.inbox.lambda;

import java.util.Map;

/**
 * A message as a service receives it from SQS itself.
 *
 * @param id the message id, unique in a batch
 * @param group message group; may be empty, and is ignored, on a standard queue
 * @param body the body as it was received
 * @param attributes message attributes of type String, by name
 */
public record QueuedMessage(String id, String group, String body, Map<String, String> attributes) {

  public QueuedMessage {
    attributes = Map.copyOf(attributes);
  }

  /** Without body and attributes, which do not belong in logs. */
  @Override
  public String toString() {
    return "message " + id;
  }
}
