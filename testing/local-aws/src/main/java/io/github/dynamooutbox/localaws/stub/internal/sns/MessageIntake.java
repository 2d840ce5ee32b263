package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.MessageAttribute;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.sns.QueryEndpoint.QueryInput;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;

/** Accepts valid messages, one at a time: logs each and sends it to the topic's subscribers. */
final class MessageIntake {
  private final Clock clock;
  private final RecordingLog<AcceptedMessage> log;
  private final Fanout fanout;
  private long sequence;

  MessageIntake(Clock clock, RecordingLog<AcceptedMessage> log, Fanout fanout) {
    this.clock = clock;
    this.log = log;
    this.fanout = fanout;
  }

  synchronized Topic.Acknowledgement accept(Topic topic, Publication publication) {
    Instant now = clock.instant();
    String messageId = UUID.randomUUID().toString();
    if (!topic.fifo()) {
      AcceptedMessage message =
          log.accept(entry(topic, publication, messageId, Optional.empty(), now));
      fanout.send(topic, message, Optional.empty());
      return new Topic.Acknowledgement(messageId, Optional.empty());
    }
    String deduplicationId =
        publication.deduplicationId().orElseGet(() -> sha256(publication.message()));
    LongFunction<AcceptedMessage> entry =
        entry(topic, publication, messageId, Optional.of(deduplicationId), now);
    Optional<Topic.Acknowledgement> first = topic.recent(deduplicationId, now);
    if (first.isPresent()) {
      log.discard(entry);
      return first.get();
    }
    Topic.Acknowledgement answer =
        new Topic.Acknowledgement(messageId, Optional.of("%020d".formatted(++sequence)));
    topic.remember(deduplicationId, answer, now);
    fanout.send(topic, log.accept(entry), answer.sequenceNumber());
    return answer;
  }

  private static LongFunction<AcceptedMessage> entry(
      Topic topic,
      Publication publication,
      String messageId,
      Optional<String> deduplicationId,
      Instant now) {
    return ordinal ->
        new AcceptedMessage(
            ordinal,
            topic.name(),
            messageId,
            publication.message(),
            publication.subject(),
            publication.attributes(),
            publication.groupId(),
            deduplicationId,
            now);
  }

  private static String sha256(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The rules of SNS for a message. */
  static final class MessageRules {
    /**
     * The limit for a message, and for all messages of a request, unless the topic sets another.
     */
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
        throw QueryInput.invalidParameter(
            "The MessageGroupId parameter is required for FIFO topics");
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
}
