package io.github.dynamooutbox.writer.internal.size;

import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.MessageText;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordSize;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * An upper bound of the bytes that an event takes in a request of the relay, in any envelope and
 * for any target. Texts are counted with JSON escapes, bytes in base64. What only the relay adds is
 * counted with its maximum, so the real size is up to 2 KB less, and 7 bytes less for each header.
 */
public final class PublishedSize {
  /**
   * Names of all attributes with their punctuation, and values of limited length: versions, times,
   * positions, the hash of a payload that is stored elsewhere, the marker of a replay.
   */
  private static final long FIXED = 1024;

  /** EventBridge counts 14 bytes for the time. Keys are the aggregate or a hash. */
  private static final long ENTRY = 14;

  /**
   * Overhead of a header besides its name and value: in JSON quotes, colon and comma, 6; as a Kafka
   * header {@code ce_} and two lengths of at most 5 each, 13.
   */
  private static final int MEMBER = 13;

  /** Control characters whose escape has two characters; that of the others has six. */
  private static final String SHORT_ESCAPES = "\b\t\n\f\r";

  /** U+FFFE and U+FFFF have three bytes, which {@link MessageText} does not allow. */
  private static final char FIRST_ESCAPED_IN_MESSAGES = 0xFFFE;

  private PublishedSize() {}

  public static long atMost(OutboxRecord record, OutboxEvent event) {
    return FIXED
        + entry(record, event)
        + attributes(record, event)
        + data(event)
        + event
            .previous()
            .map(previous -> previous(previous, MediaType.isJson(event.contentType())))
            .orElse(0L);
  }

  /** What EventBridge and Kinesis count in addition to the CloudEvent. */
  private static long entry(OutboxRecord record, OutboxEvent event) {
    return ENTRY
        + RecordSize.utf8Length(record.context().source())
        + RecordSize.utf8Length(event.type())
        + RecordSize.utf8Length(record.aggregate().toString());
  }

  private static long attributes(OutboxRecord record, OutboxEvent event) {
    CommitContext context = record.context();
    long size =
        escaped(event.id())
            + escaped(context.source())
            + escaped(event.type())
            + escaped(event.contentType())
            + escaped(event.schema())
            + escaped(record.aggregate().id())
            + escaped(record.aggregate().toString())
            + escaped(record.aggregate().type());
    for (String text : context.attributes().values()) {
      size += escaped(text);
    }
    for (Map.Entry<String, String> header : event.headers().entrySet()) {
      size += MEMBER + header.getKey().length() + escaped(header.getValue());
    }
    return size;
  }

  /** JSON is embedded in a CloudEvent as it is. */
  private static long data(OutboxEvent event) {
    boolean json = MediaType.isJson(event.contentType());
    return event
        .data()
        .fold(
            text -> json ? raw(text.text()) : escaped(text.text()),
            bytes ->
                json
                    ? raw(new String(bytes.toBytes(), StandardCharsets.UTF_8))
                    : base64(bytes.size()),
            reference -> escaped(reference.uri()));
  }

  /** Published as an attribute: as text, or in base64 if it is bytes or has control characters. */
  private static long previous(Payload previous, boolean json) {
    return previous.fold(
        text -> previous(text.text()),
        bytes ->
            json
                ? previous(new String(bytes.toBytes(), StandardCharsets.UTF_8))
                : base64(bytes.size()),
        reference -> escaped(reference.uri()));
  }

  private static long previous(String text) {
    return text.chars().anyMatch(Character::isISOControl)
        ? base64(RecordSize.utf8Length(text))
        : escaped(text);
  }

  private static long base64(long bytes) {
    return 4 * ((bytes + 2) / 3);
  }

  private static long escaped(Optional<String> text) {
    return text.map(PublishedSize::escaped).orElse(0L);
  }

  /** Size as a JSON string, without the quotes. */
  private static long escaped(String text) {
    long size = raw(text);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\' || SHORT_ESCAPES.indexOf(c) >= 0) {
        size += 1;
      } else if (c < ' ') {
        size += 5;
      }
    }
    return size;
  }

  /** Size as UTF-8, with an escape of six characters for what messages of SQS may not contain. */
  private static long raw(String text) {
    long size = RecordSize.utf8Length(text);
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_ESCAPED_IN_MESSAGES) {
        size += 3;
      }
    }
    return size;
  }
}
