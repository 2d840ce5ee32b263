package io.github.dynamooutbox.format;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Compresses payloads with gzip (RFC 1952). Stateless. */
final class Gzip {
  private static final int BUFFER = 8 * 1024;

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
   * The same without keeping what is decompressed.
   *
   * @throws IOException as {@link #decompress}
   */
  static void verify(byte[] compressed, int length) throws IOException {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      byte[] some = new byte[BUFFER];
      long left = length;
      for (int read = gzip.read(some); read >= 0 && left >= 0; read = gzip.read(some)) {
        left -= read;
      }
      if (left != 0) {
        throw new IOException("unexpected length");
      }
    }
  }

  /**
   * Never decompresses more than {@code length} bytes and one.
   *
   * @param length of the payload in bytes
   * @throws IOException if the input is not gzip, is damaged, or has another length when
   *     decompressed
   */
  static byte[] decompress(byte[] compressed, int length) throws IOException {
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(compressed))) {
      byte[] payload = gzip.readNBytes(length);
      if (payload.length < length || gzip.read() >= 0) {
        throw new IOException("unexpected length");
      }
      return payload;
    }
  }
}
