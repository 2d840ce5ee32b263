package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.MessageAttribute;
import java.util.Map;
import java.util.Optional;

/** The rules of SNS for a message. */
final class MessageRules {
  /** The limit for a message, and for all messages of a request, unless the topic sets another. */
  static final int DEFAULT_BYTES = 256 * 1024;

  /** Alphanumeric characters and punctuation, as the API reference lists them. */
  private static final String ID = "[A-Za-z0-9!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~]{1,128}";

  private MessageRules() {}

  /** The keys that a FIFO topic requires, checked before everything else. */
  static void checkKeys(Topic topic, Publication publication) {
    if (!topic.fifo()) {
      return;
    }
    if (publication.groupId().isEmpty()) {
      throw QueryInput.invalidParameter("The MessageGroupId parameter is required for FIFO topics");
    }
    if (publication.deduplicationId().isEmpty() && !topic.contentBasedDeduplication()) {
      throw QueryInput.invalidParameter(
          "The topic should either have ContentBasedDeduplication enabled or"
              + " MessageDeduplicationId provided explicitly");
    }
  }

  /** What is wrong with a single message, if anything. */
  static Optional<EntryError> fault(Topic topic, Publication publication) {
    if (publication.message().isEmpty()) {
      return invalid("Empty message");
    }
    if (publication.groupId().filter(id -> !id.matches(ID)).isPresent()) {
      return invalid(idRule("MessageGroupId"));
    }
    if (publication.deduplicationId().filter(id -> !id.matches(ID)).isPresent()) {
      return invalid(idRule("MessageDeduplicationId"));
    }
    if (!topic.fifo() && publication.deduplicationId().isPresent()) {
      return invalid(
          "MessageDeduplicationId Reason: The request includes MessageDeduplicationId parameter"
              + " that is not valid for this topic type");
    }
    return attributeFault(publication.attributes());
  }

  private static Optional<EntryError> attributeFault(Map<String, MessageAttribute> attributes) {
    for (Map.Entry<String, MessageAttribute> attribute : attributes.entrySet()) {
      String type = attribute.getValue().dataType();
      if (!type.matches("(String|Number|Binary)(\\..+)?")) {
        return value("The message attribute '" + attribute.getKey() + "' has an invalid type.");
      }
      if (attribute.getValue().value().isEmpty()) {
        return value(
            "The message attribute '"
                + attribute.getKey()
                + "' must contain non-empty message attribute value for message attribute type '"
                + type
                + "'.");
      }
    }
    return Optional.empty();
  }

  private static String idRule(String parameter) {
    return parameter
        + " Reason: "
        + parameter
        + " can only include alphanumeric and punctuation characters. 1 to 128 in length";
  }

  private static Optional<EntryError> invalid(String what) {
    return Optional.of(
        new EntryError(QueryInput.INVALID_PARAMETER, "Invalid parameter: " + what, true));
  }

  private static Optional<EntryError> value(String message) {
    return Optional.of(new EntryError("ParameterValueInvalid", message, true));
  }
}
