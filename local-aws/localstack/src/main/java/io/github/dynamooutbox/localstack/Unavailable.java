package io.github.dynamooutbox.localstack;

/** There can be no endpoint on this machine; the message says why and what would help. */
final class Unavailable extends Exception {
  private static final long serialVersionUID = 1L;

  Unavailable(String message) {
    super(message);
  }
}
