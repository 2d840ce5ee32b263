package io.github.dynamooutbox.aws.internal.render;

import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
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
    String key = envelope.aggregate().toString();
    return fits(key, maxLength, allowed) ? key : Sha256.hex(key);
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
    return aggregate(envelope, MAX_GROUP, c -> c > ' ' && c < 0x7F);
  }

  /**
   * Identifies one event of one record: the same however often it is sent. Only a replay has
   * another one, because the service would otherwise drop what it sends.
   */
  public static String deduplication(Envelope envelope) {
    MessageDigest digest = Sha256.digest();
    byte[] partition = envelope.key().partition().getBytes(StandardCharsets.UTF_8);
    // The length distinguishes keys whose parts concatenate to the same text.
    digest.update(ByteBuffer.allocate(8).putInt(partition.length).putInt(envelope.index()).array());
    digest.update(partition);
    Optional.ofNullable(envelope.event().headers().get(WaysOut.REPLAY))
        .ifPresent(replay -> digest.update((replay + '\n').getBytes(StandardCharsets.UTF_8)));
    return hex(digest, envelope.key().sort());
  }

  private static String hex(MessageDigest digest, String text) {
    return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
  }
}
