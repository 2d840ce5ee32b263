package io.github.dynamooutbox.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The payload of an event, exactly as it was committed, or a reference to where it was stored
 * before the commit.
 */
public sealed interface Payload {
  /**
   * Applies the function for the kind of payload. A kind that is added later breaks the compilation
   * of every caller, so that none can overlook it.
   */
  <R> R fold(Function<Text, R> text, Function<Binary, R> binary, Function<Reference, R> reference);

  static Payload of(String text) {
    return new Text(text);
  }

  /** Takes a copy of the bytes. */
  static Payload of(byte[] bytes) {
    return new Binary(bytes.clone());
  }

  /**
   * A payload of which only the media type says what it was: text if that is one of text and the
   * bytes are UTF-8, else binary. In either case {@link #toBytes} returns exactly these bytes.
   * Takes a copy of them.
   */
  static Payload of(byte[] bytes, String contentType) {
    return of(bytes, MediaType.isUtf8Text(contentType));
  }

  private static Payload of(byte[] bytes, boolean isText) {
    return isText
        ? Utf8Text.decode(bytes).<Payload>map(Text::new).orElseGet(() -> of(bytes))
        : of(bytes);
  }

  /**
   * The payload's bytes; UTF-8 for text. The caller gets its own copy.
   *
   * @throws IllegalStateException for a {@link Reference}, which has none
   */
  byte[] toBytes();

  /**
   * Length in bytes of the payload, or of the one that is referred to; nothing is decompressed to
   * know it.
   */
  long length();

  /** Stored as a DynamoDB string. If it is compressed in its record, it stays so in memory. */
  final class Text implements Payload {
    private final @Nullable String text;
    private final @Nullable Gzipped gzipped;

    public Text(String text) {
      this.text = text;
      this.gzipped = null;
    }

    Text(Gzipped gzipped) {
      this.text = null;
      this.gzipped = gzipped;
    }

    /** The text; decompressed by each call if it is compressed in its record. */
    public String text() {
      return gzipped == null
          ? Objects.requireNonNull(text)
          : new String(gzipped.decompressed(), StandardCharsets.UTF_8);
    }

    /** Whether it is compressed in its record. */
    public boolean isCompressed() {
      return gzipped != null;
    }

    Optional<Gzipped> gzipped() {
      return Optional.ofNullable(gzipped);
    }

    @Override
    public long length() {
      return gzipped == null
          ? RecordSize.utf8Length(Objects.requireNonNull(text))
          : gzipped.length();
    }

    @Override
    public byte[] toBytes() {
      return gzipped == null
          ? Objects.requireNonNull(text).getBytes(StandardCharsets.UTF_8)
          : gzipped.decompressed();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Text that && text().equals(that.text());
    }

    @Override
    public int hashCode() {
      return text().hashCode();
    }

    /** Contains only the size: payloads do not belong in logs. */
    @Override
    public String toString() {
      return text == null ? "Text[" + length() + " bytes]" : "Text[" + text.length() + " chars]";
    }

    @Override
    public <R> R fold(
        Function<Text, R> text, Function<Binary, R> binary, Function<Reference, R> reference) {
      return text.apply(this);
    }
  }

  /**
   * Stored as a DynamoDB binary value. If it is compressed in its record, it stays so in memory.
   */
  final class Binary implements Payload {
    private final byte @Nullable [] bytes;
    private final @Nullable Gzipped gzipped;

    private Binary(byte[] bytes) {
      this.bytes = bytes;
      this.gzipped = null;
    }

    Binary(Gzipped gzipped) {
      this.bytes = null;
      this.gzipped = gzipped;
    }

    @Override
    public byte[] toBytes() {
      return gzipped == null ? Objects.requireNonNull(bytes).clone() : gzipped.decompressed();
    }

    /** Length in bytes. */
    public int size() {
      return gzipped == null ? Objects.requireNonNull(bytes).length : gzipped.length();
    }

    /** Whether it is compressed in its record. */
    public boolean isCompressed() {
      return gzipped != null;
    }

    Optional<Gzipped> gzipped() {
      return Optional.ofNullable(gzipped);
    }

    @Override
    public long length() {
      return size();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Binary that && Arrays.equals(toBytes(), that.toBytes());
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(toBytes());
    }

    @Override
    public String toString() {
      return "Binary[" + size() + " bytes]";
    }

    @Override
    public <R> R fold(
        Function<Text, R> text, Function<Binary, R> binary, Function<Reference, R> reference) {
      return binary.apply(this);
    }
  }

  /**
   * A payload that is too large for the record and was stored elsewhere before the commit.
   *
   * @param uri where it is, for example {@code s3://payloads/orders/<event id>/<hash>}
   * @param length its length in bytes
   * @param sha256 the SHA-256 of its bytes, in 64 hexadecimal digits, lower case
   * @param isText whether it was committed as text, whose bytes are UTF-8
   */
  record Reference(String uri, long length, String sha256, boolean isText) implements Payload {
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    public Reference {
      if (uri.isEmpty() || length < 0 || !SHA_256.matcher(sha256).matches()) {
        throw new IllegalArgumentException(
            "a reference needs a URI, a length of 0 or more, and a SHA-256 in hexadecimal");
      }
    }

    /**
     * A reference whose writer does not say whether it was text: it was if its media type is one of
     * text.
     */
    public Reference(String uri, long length, String sha256, String contentType) {
      this(uri, length, sha256, MediaType.isUtf8Text(contentType));
    }

    /**
     * The payload as it was committed, from its bytes. Bytes that are no text stay bytes. Takes a
     * copy of them.
     */
    public Payload restored(byte[] bytes) {
      return of(bytes, isText);
    }

    @Override
    public byte[] toBytes() {
      throw new IllegalStateException("the payload is not in the record but at " + uri);
    }

    @Override
    public <R> R fold(
        Function<Text, R> text, Function<Binary, R> binary, Function<Reference, R> reference) {
      return reference.apply(this);
    }
  }
}
