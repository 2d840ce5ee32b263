package io.github.dynamooutbox.format;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 hashes, which identify keys and payloads. Thread-safe. */
public final class Sha256 {
  /** Never updated, only cloned: looking up a provider takes as long as hashing. */
  private static final MessageDigest EMPTY = lookUp();

  private Sha256() {}

  /** The hash of a text in UTF-8, as 64 hexadecimal digits in lower case. */
  public static String hex(String text) {
    return hex(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The hash as 64 hexadecimal digits in lower case. */
  public static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(of(bytes));
  }

  /** The 32 bytes of the hash. */
  public static byte[] of(byte[] bytes) {
    return digest().digest(bytes);
  }

  /** Returns a digest for input that comes in parts. For use by one thread. */
  public static MessageDigest digest() {
    try {
      return (MessageDigest) EMPTY.clone();
    } catch (CloneNotSupportedException noCopies) {
      return lookUp();
    }
  }

  private static MessageDigest lookUp() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
