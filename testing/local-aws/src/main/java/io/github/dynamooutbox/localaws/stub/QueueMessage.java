package io.github.dynamooutbox.localaws.stub;

import java.util.Map;
import java.util.Optional;

/**
 * A message on its way to a queue.
 *
 * @param groupId the message group; FIFO queues only
 * @param deduplicationId the deduplication id; FIFO queues only
 */
public record QueueMessage(
    String body,
    Map<String, MessageAttribute> attributes,
    Optional<String> groupId,
    Optional<String> deduplicationId) {
  public QueueMessage {
    attributes = Map.copyOf(attributes);
  }

  /** The keys, without the body. */
  @Override
  public String toString() {
    return "message of group " + groupId.orElse("-") + ", " + attributes.size() + " attributes";
  }
}
