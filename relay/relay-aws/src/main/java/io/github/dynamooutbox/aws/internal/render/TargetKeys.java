package io.github.dynamooutbox.aws.internal.render;

import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.format.render.CloudEventAttributes;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Keys by which targets group and deduplicate. Values that a target would refuse are hashed. */
public final class TargetKeys {
  private static final int MAX_GROUP = 128;

  private TargetKeys() {}

  /**
   * The aggregate, unchanged if it is short enough and has allowed characters only, otherwise as
   * its SHA-256 in hexadecimal.
   *
   * @param maxLength in Unicode characters
   * @param allowed code points that the target accepts
   */
  public static String aggregate(Envelope envelope, int maxLength, IntPredicate allowed) {
    return key(envelope.aggregate().toString(), maxLength, allowed);
  }

  private static String key(String text, int maxLength, IntPredicate allowed) {
    return fits(text, maxLength, allowed) ? text : Sha256.hex(text);
  }

  private static boolean fits(String key, int maxLength, IntPredicate allowed) {
    int length = 0;
    for (int at = 0; at < key.length(); at = key.offsetByCodePoints(at, 1)) {
      if (!allowed.test(key.codePointAt(at))) {
        return false;
      }
      length++;
    }
    return length <= maxLength;
  }

  /**
   * The aggregate as a message group of SNS and SQS. API references, MessageGroupId: at most 128
   * letters, digits and signs of ASCII punctuation.
   */
  public static String group(Envelope envelope) {
    return aggregate(envelope, MAX_GROUP, TargetKeys::isInGroups);
  }

  private static boolean isInGroups(int codePoint) {
    return codePoint > ' ' && codePoint < 0x7F;
  }

  /** The tenant as such a group; empty if the event has none. */
  public static Optional<String> tenantGroup(Envelope envelope) throws RefusedEvent {
    return Optional.ofNullable(CloudEventAttributes.of(envelope).get("tenant"))
        .filter(tenant -> !tenant.isEmpty())
        .map(tenant -> key(tenant, MAX_GROUP, TargetKeys::isInGroups));
  }

  /**
   * Identifies one committed event: no other event has this id, and the same event has it however
   * often it is sent, by whichever relay and in whichever region. FIFO services acknowledge and
   * drop a message with a known id, so that a clash would be a silent loss. Only a replay has
   * another id, because the service would otherwise drop what it sends.
   *
   * @param table the table's name as configured, which is the same in all regions
   */
  public static String deduplication(String table, Envelope envelope) {
    CommitContext context = envelope.record().context();
    Instant writtenAt = context.writtenAt();
    List<String> parts =
        List.of(
            table,
            context.source(),
            context.region(),
            envelope.key().partition(),
            envelope.key().sort(),
            envelope.event().id(),
            envelope.event().headers().getOrDefault(WaysOut.REPLAY, ""));
    MessageDigest digest = Sha256.digest();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      // The length distinguishes parts that concatenate to the same text.
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    return HexFormat.of()
        .formatHex(
            digest.digest(
                ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES)
                    .putLong(writtenAt.getEpochSecond())
                    .putInt(writtenAt.getNano())
                    .putInt(envelope.index())
                    .array()));
  }
}
