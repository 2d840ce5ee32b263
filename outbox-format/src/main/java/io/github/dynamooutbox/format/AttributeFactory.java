package io.github.dynamooutbox.format;

import java.util.List;
import java.util.Map;

/**
 * Makes attribute values of a host's own type, so that records are encoded into them without a
 * detour. Implementations are thread-safe.
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

  /** A {@code B}, of bytes that nobody changes. */
  V binary(byte[] bytes);

  /** An {@code M}, of members that nobody changes. */
  V map(Map<String, V> members);

  /** An {@code L}, of elements that nobody changes. */
  V list(List<V> elements);

  /** The same value as a host's other one. */
  V copyOf(AttributeView value);
}
