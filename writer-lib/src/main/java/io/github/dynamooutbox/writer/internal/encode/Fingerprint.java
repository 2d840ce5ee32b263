package io.github.dynamooutbox.writer.internal.encode;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.writer.internal.plan.CommandId;
import io.github.dynamooutbox.writer.internal.plan.PlannedRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Identifies a command by what stays the same when it is built again: the aggregates, and the
 * types, tenant and payloads of their events. Ids, times, versions and previous states are left
 * out. A JSON payload is compared by its content, since maps may be written in any order.
 */
public final class Fingerprint {
  private final List<byte[]> parts = new ArrayList<>();

  private Fingerprint() {}

  /**
   * The fingerprint of a command.
   *
   * @param originals returns a payload as it was before it was stored elsewhere: identity does not
   *     depend on where or how that is
   */
  public static String of(
      CommandId command, List<PlannedRecord> records, UnaryOperator<Payload> originals) {
    Fingerprint fingerprint = new Fingerprint();
    if (command.text().isPresent()) {
      fingerprint.add("command").add(command.text().get());
    } else {
      fingerprint.add("events");
      for (PlannedRecord record : records) {
        fingerprint.add(record.record(), originals);
      }
    }
    return fingerprint.digest();
  }

  /**
   * Hashes all parts with their lengths, so that text cannot move from one part to the next
   * unnoticed.
   */
  private String digest() {
    int length = 0;
    for (byte[] part : parts) {
      length += Integer.BYTES + part.length;
    }
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] part : parts) {
      all.putInt(part.length).put(part);
    }
    return Sha256.hex(all.array());
  }

  private void add(OutboxRecord record, UnaryOperator<Payload> originals) {
    add(record.aggregate().type()).add(record.aggregate().id());
    add(record.context().get(ContextAttribute.TENANT).orElse(""));
    for (OutboxEvent event : record.events()) {
      add(event, originals);
    }
    add("");
  }

  private void add(OutboxEvent event, UnaryOperator<Payload> originals) {
    add(event.type()).add(event.contentType());
    boolean isJson = MediaType.isJson(event.contentType());
    byte[] data =
        originals
            .apply(event.data())
            .fold(
                text -> utf8(isJson ? CanonicalJson.of(text.text()) : text.text()),
                bytes -> isJson ? canonical(bytes.toBytes()) : bytes.toBytes(),
                reference -> utf8(reference.sha256()));
    add(data);
  }

  /** JSON is the same whether it was given as text or as bytes. */
  private static byte[] canonical(byte[] json) {
    return utf8(CanonicalJson.of(new String(json, StandardCharsets.UTF_8)));
  }

  private Fingerprint add(String text) {
    return add(utf8(text));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Fingerprint add(byte[] bytes) {
    parts.add(bytes);
    return this;
  }
}
