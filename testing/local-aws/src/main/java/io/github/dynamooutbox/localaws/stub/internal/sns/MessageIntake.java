package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
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
}
