package io.github.dynamooutbox.aws.control;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Binary forms: a version byte, then deflated content. */
final class Deflated {
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
    ByteArrayInputStream deflated = new ByteArrayInputStream(form, 1, form.length);
    try (InflaterInputStream inflater = new InflaterInputStream(deflated)) {
      return inflater.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("a binary form in the control table is damaged", e);
    }
  }
}
