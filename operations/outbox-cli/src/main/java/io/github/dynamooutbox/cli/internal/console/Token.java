package io.github.dynamooutbox.cli.internal.console;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The secret that lets its holder look and act. The path of every URL begins with it. */
final class Token {
  private static final int BYTES = 32;

  private final String text;

  private Token(String text) {
    this.text = text;
  }

  /** A new one, of 256 random bits. */
  static Token random() {
    byte[] bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new Token(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Compares in constant time. */
  boolean isEqualTo(String other) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  /** For the URL, and nothing else. */
  String text() {
    return text;
  }

  @Override
  public String toString() {
    return "Token";
  }
}
