package io.github.dynamooutbox.format;

import java.util.List;
import java.util.Map;

/**
 * Creates attribute values of a host's own type, so that records are encoded into that type
 * directly. Implementations are thread-safe.
 *
 * @param <V> the host's attribute value
 */
public interface AttributeFactory<V> {
  /** An {@code S}. */
  V string(String text);

  /**
   * An {@code S} that most records have in common, such as a source or a content type: one value
   * may serve them all.
   */
  default V common(String text) {
    return string(text);
  }

  /** An {@code N} by its decimal text. */
  V number(String decimal);

  /** A {@code B}. The bytes do not change afterwards. */
  V binary(byte[] bytes);

  /** An {@code M}. The map does not change afterwards. */
  V map(Map<String, V> members);

  /** An {@code L}. The list does not change afterwards. */
  V list(List<V> elements);

  /** Converts any attribute value to the host's type. */
  V copyOf(AttributeView value);
}
