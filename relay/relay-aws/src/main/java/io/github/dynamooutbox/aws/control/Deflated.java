package io.github.dynamooutbox.aws.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;

/** Binary forms: a version byte, then deflated content. */
final class Deflated {
  /** Of plain to deflated bytes; where it is more, the array grows. */
  private static final int LIKELY_RATIO = 4;

  private Deflated() {}

  static byte[] of(int version, byte[] plain) {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.write(version);
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(form)) {
      deflater.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return form.toByteArray();
  }

  static byte[] plain(byte[] form) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(form, 1, form.length - 1);
      byte[] plain = new byte[LIKELY_RATIO * form.length];
      int length = 0;
      while (!inflater.finished()) {
        if (length == plain.length) {
          plain = Arrays.copyOf(plain, 2 * length);
        }
        int more = inflater.inflate(plain, length, plain.length - length);
        if (more == 0 && !inflater.finished()) {
          throw new DataFormatException("it ends too early");
        }
        length += more;
      }
      return Arrays.copyOf(plain, length);
    } catch (DataFormatException e) {
      throw new IllegalStateException("a binary form in the control table is damaged", e);
    } finally {
      inflater.end();
    }
  }
}
