package io.github.dynamooutbox.format;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A payload as it is compressed in a record. It is decompressed each time it is read, and not kept:
 * a record of 350 KB can hold 300 MB. Immutable.
 */
final class Gzipped {
  private final byte[] gzip;
  private final int length;

  private Gzipped(byte[] gzip, int length) {
    this.gzip = gzip;
    this.length = length;
  }

  /**
   * Verifies the content, in constant memory.
   *
   * @param length of the payload in bytes, when decompressed
   * @throws IOException if it is not gzip, is damaged, or has another length
   */
  static Gzipped of(byte[] gzip, int length) throws IOException {
    Gzip.verify(gzip, length);
    return new Gzipped(gzip, length);
  }

  int length() {
    return length;
  }

  /** Not a copy. */
  byte[] compressed() {
    return gzip;
  }

  byte[] decompressed() {
    try {
      return Gzip.decompress(gzip, length);
    } catch (IOException e) {
      throw new UncheckedIOException("it was verified before", e);
    }
  }
}
