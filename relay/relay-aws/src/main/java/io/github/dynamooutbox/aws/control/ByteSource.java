package io.github.dynamooutbox.aws.control;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteSink} wrote. Not thread-safe. */
final class ByteSource {
  private final byte[] bytes;
  private int next;

  ByteSource(byte[] bytes) {
    this.bytes = bytes;
  }

  int count() {
    return Math.toIntExact(longCount());
  }

  long longCount() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte group = bytes[next++];
      value |= (long) (group & 0x7f) << shift;
      if (group >= 0) {
        return value;
      }
    }
  }

  long signed() {
    long groups = longCount();
    return (groups >>> 1) ^ -(groups & 1);
  }

  long fixed() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = value << Byte.SIZE | (bytes[next++] & 0xff);
    }
    return value;
  }

  BigInteger number() {
    return new BigInteger(raw());
  }

  String text() {
    int length = count();
    next += length;
    return new String(bytes, next - length, length, StandardCharsets.UTF_8);
  }

  byte[] raw() {
    int length = count();
    next += length;
    return Arrays.copyOfRange(bytes, next - length, next);
  }
}
