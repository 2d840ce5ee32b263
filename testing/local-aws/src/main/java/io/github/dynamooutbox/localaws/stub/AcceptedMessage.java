package io.github.dynamooutbox.localaws.stub;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A message that a topic accepted. Messages that a FIFO topic recognized as duplicates are not
 * included.
 *
 * @param target the topic's name
 * @param id the message id that SNS assigned
 * @param body the message
 * @param subject the message's subject
 * @param attributes the message attributes
 * @param groupId the message group
 * @param deduplicationId the deduplication id, given or derived from the content; FIFO topics only
 */
public record AcceptedMessage(
    long ordinal,
    String target,
    String id,
    String body,
    Optional<String> subject,
    Map<String, MessageAttribute> attributes,
    Optional<String> groupId,
    Optional<String> deduplicationId,
    Instant acceptedAt)
    implements Accepted {
  public AcceptedMessage {
    attributes = Map.copyOf(attributes);
  }

  /** Names the message, without its body. */
  @Override
  public String toString() {
    return "message " + id + " at topic " + target + ", ordinal " + ordinal;
  }
}
