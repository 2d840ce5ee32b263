package io.github.dynamooutbox.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses payloads with gzip (RFC 1952). Stateless. */
final class Gzip {
  private Gzip() {}

  static byte[] compress(byte[] payload) {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
      gzip.write(payload);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return compressed.toByteArray();
  }

  /**
   * Never decompresses more than {@code length} bytes and one, and keeps none of them.
   *
   * @param length of the payload in bytes
   * @throws IOException if the input is not gzip, is damaged, or has another length when
   *     decompressed
   */
  static void verify(byte[] compressed, int length) throws IOException {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      gzip.skipNBytes(length);
      if (gzip.read() != -1) {
        throw new IOException("unexpected length");
      }
    }
  }

  /** Decompresses what was verified. */
  static byte[] decompress(byte[] compressed, int length) throws IOException {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      return gzip.readNBytes(length);
    }
  }
}
