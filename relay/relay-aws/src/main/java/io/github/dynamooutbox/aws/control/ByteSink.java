package io.github.dynamooutbox.aws.control;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/** Writes compact binary forms; {@link ByteSource} reads them. Not thread-safe. */
final class ByteSink {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** A number of 0 or more, in groups of 7 bits, the lowest first. */
  ByteSink count(long value) {
    if (value < 0) {
      throw new IllegalArgumentException(value + ": must be 0 or more");
    }
    return groups(value);
  }

  /** Any number, with its sign in the lowest bit, so that numbers near 0 are short. */
  ByteSink signed(long value) {
    return groups((value << 1) ^ (value >> (Long.SIZE - 1)));
  }

  private ByteSink groups(long unsigned) {
    long left = unsigned;
    while ((left & ~0x7fL) != 0) {
      bytes.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    bytes.write((int) left);
    return this;
  }

  /** Eight bytes, the highest first. */
  ByteSink fixed(long value) {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes.write((int) (value >>> shift));
    }
    return this;
  }

  ByteSink number(BigInteger value) {
    return raw(value.toByteArray());
  }

  ByteSink text(String value) {
    return raw(value.getBytes(StandardCharsets.UTF_8));
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }

  ByteSink raw(byte[] value) {
    count(value.length);
    bytes.writeBytes(value);
    return this;
  }
}
