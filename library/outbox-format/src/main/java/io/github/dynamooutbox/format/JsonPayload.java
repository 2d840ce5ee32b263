package io.github.dynamooutbox.format;

import java.util.function.Function;

/**
 * The result of checking a payload whose content type is JSON. Writer and relay share this check,
 * so the writer refuses at commit what the relay could not publish. Bytes must be UTF-8, without a
 * byte order mark (RFC 8259, section 8.1).
 */
public sealed interface JsonPayload {
  /**
   * Returns the JSON if the payload is valid.
   *
   * @param failure creates the exception from a text that says what is wrong, and where, and never
   *     contains payload data
   * @throws X if the payload is not JSON
   */
  <X extends Exception> WellFormed orElseThrow(Function<String, X> failure) throws X;

  /** Checks the whole payload. Depth and lengths are not limited. */
  static JsonPayload of(Payload payload) {
    return payload.fold(
        text -> of(text.text()),
        bytes -> of(bytes.toBytes()),
        reference -> new Malformed("is not in the record"));
  }

  private static JsonPayload of(byte[] bytes) {
    return Utf8Text.decode(bytes)
        .map(JsonPayload::of)
        .orElseGet(() -> new Malformed("is not UTF-8"));
  }

  private static JsonPayload of(String text) {
    JsonScanner scanner = new JsonScanner(text);
    String problem = scanner.problem();
    return problem.isEmpty() ? new WellFormed(text, scanner.shape()) : new Malformed(problem);
  }

  /**
   * Exactly one JSON value, with nothing but white space around it.
   *
   * @param text the payload as it was committed
   * @param shape its depth and the lengths of its parts
   */
  record WellFormed(String text, JsonShape shape) implements JsonPayload {
    /** Whether the value is an object. */
    public boolean isObject() {
      return text.charAt(JsonScanner.start(text)) == '{';
    }

    @Override
    public <X extends Exception> WellFormed orElseThrow(Function<String, X> failure) {
      return this;
    }

    /** Contains only the size: payloads do not belong in logs. */
    @Override
    public String toString() {
      return "WellFormed[" + text.length() + " chars]";
    }
  }

  /**
   * A payload that is not valid JSON.
   *
   * @param problem what is wrong, and where; never contains payload data
   */
  record Malformed(String problem) implements JsonPayload {
    @Override
    public <X extends Exception> WellFormed orElseThrow(Function<String, X> failure) throws X {
      throw failure.apply(problem);
    }
  }
}
