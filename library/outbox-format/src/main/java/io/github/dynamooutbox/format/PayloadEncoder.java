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
    return values.map(
        members(
            RecordAttributes.GZIP, values.binary(gzip),
            RecordAttributes.LENGTH, values.number(Integer.toString(length)),
            RecordAttributes.STANDS_FOR, values.string(type.name())));
  }

  private V reference(Payload.Reference reference) {
    return values.map(
        members(
            RecordAttributes.URI, values.string(reference.uri()),
            RecordAttributes.LENGTH, values.number(Long.toString(reference.length())),
            RecordAttributes.SHA_256, values.string(reference.sha256())));
  }

  private static <V> Map<String, V> members(
      String first, V ofFirst, String second, V ofSecond, String third, V ofThird) {
    Map<String, V> members = new LinkedHashMap<>();
    members.put(first, ofFirst);
    members.put(second, ofSecond);
    members.put(third, ofThird);
    return members;
  }
}
