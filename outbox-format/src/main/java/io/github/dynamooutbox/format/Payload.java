package io.github.dynamooutbox.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;

/** The payload of an event, exactly as it was committed. */
public sealed interface Payload {
  /**
   * Applies the function for the kind of payload. A kind that is added later breaks the compilation
   * of every caller, so that none can overlook it.
   */
  <R> R fold(Function<Text, R> text, Function<Binary, R> binary);

  static Payload of(String text) {
    return new Text(text);
  }

  /** Takes a copy of the bytes. */
  static Payload of(byte[] bytes) {
    return new Binary(bytes.clone());
  }

  /** The payload's bytes; UTF-8 for text. The caller gets its own copy. */
  byte[] toBytes();

  /** Stored as a DynamoDB string. */
  record Text(String text) implements Payload {
    @Override
    public byte[] toBytes() {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Contains only the size: payloads do not belong in logs. */
    @Override
    public String toString() {
      return "Text[" + text.length() + " chars]";
    }

    @Override
    public <R> R fold(Function<Text, R> text, Function<Binary, R> binary) {
      return text.apply(this);
    }
  }

  /** Stored as a DynamoDB binary value. */
  final class Binary implements Payload {
    private final byte[] bytes;

    private Binary(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public byte[] toBytes() {
      return bytes.clone();
    }

    public int size() {
      return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Binary that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return "Binary[" + bytes.length + " bytes]";
    }

    @Override
    public <R> R fold(Function<Text, R> text, Function<Binary, R> binary) {
      return binary.apply(this);
    }
  }
}
