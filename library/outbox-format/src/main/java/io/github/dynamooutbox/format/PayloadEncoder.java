package io.github.dynamooutbox.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Writes payloads as attribute values.
 *
 * @param compressFrom minimum size in bytes of payloads to compress; one that does not get smaller
 *     stays as it is
 */
record PayloadEncoder<V>(AttributeFactory<V> values, int compressFrom) {
  static final int NEVER = Integer.MAX_VALUE;

  /** Approximate size of the names and numbers that surround a compressed payload. */
  private static final int OVERHEAD = 32;

  /**
   * @param isLatest set to true if the payload makes this a record of the latest version
   */
  V encode(Payload payload, AtomicBoolean isLatest) {
    return payload.fold(
        text ->
            text.gzipped().isPresent()
                ? asItIs(text.gzipped().get(), AttributeType.S, isLatest)
                : text(text, isLatest),
        binary ->
            binary.gzipped().isPresent()
                ? asItIs(binary.gzipped().get(), AttributeType.B, isLatest)
                : binary(binary, isLatest),
        reference -> {
          isLatest.set(true);
          return reference(reference);
        });
  }

  /** What was compressed when it was read keeps its form. */
  private V asItIs(Gzipped payload, AttributeType type, AtomicBoolean isLatest) {
    isLatest.set(true);
    return gzip(payload.compressed(), payload.length(), type);
  }

  private V text(Payload.Text text, AtomicBoolean isLatest) {
    return compresses() && isLarge(RecordSize.utf8Length(text.text()))
        ? compressed(text, AttributeType.S, values.string(text.text()), isLatest)
        : values.string(text.text());
  }

  private V binary(Payload.Binary binary, AtomicBoolean isLatest) {
    return isLarge(binary.size())
        ? compressed(binary, AttributeType.B, values.binary(binary.toBytes()), isLatest)
        : values.binary(binary.toBytes());
  }

  private boolean compresses() {
    return compressFrom != NEVER;
  }

  private boolean isLarge(long bytes) {
    return bytes >= compressFrom && bytes <= FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES;
  }

  private V compressed(
      Payload payload, AttributeType type, V uncompressed, AtomicBoolean isLatest) {
    byte[] bytes = payload.toBytes();
    byte[] gzip = Gzip.compress(bytes);
    if (gzip.length + OVERHEAD >= bytes.length) {
      return uncompressed;
    }
    isLatest.set(true);
    return gzip(gzip, bytes.length, type);
  }

  private V gzip(byte[] gzip, int length, AttributeType type) {
    Map<String, V> members = new LinkedHashMap<>();
    members.put(RecordAttributes.GZIP, values.binary(gzip));
    members.put(RecordAttributes.LENGTH, values.number(Integer.toString(length)));
    members.put(RecordAttributes.STANDS_FOR, values.string(type.name()));
    return values.map(members);
  }

  private V reference(Payload.Reference reference) {
    AttributeType type = reference.isText() ? AttributeType.S : AttributeType.B;
    Map<String, V> members = new LinkedHashMap<>();
    members.put(RecordAttributes.URI, values.string(reference.uri()));
    members.put(RecordAttributes.LENGTH, values.number(Long.toString(reference.length())));
    members.put(RecordAttributes.SHA_256, values.string(reference.sha256()));
    members.put(RecordAttributes.STANDS_FOR, values.string(type.name()));
    return values.map(members);
  }
}
