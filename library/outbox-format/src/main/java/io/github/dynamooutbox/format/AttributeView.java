package io.github.dynamooutbox.format;

import java.util.List;

/**
 * A read-only view of a DynamoDB attribute value, from which the codec reads. Hosts implement it on
 * top of their own value type, so that reading needs no conversion.
 *
 * <p>An accessor may be called only for its own {@link #type()}; any other call throws {@link
 * IllegalStateException}. Implementations are immutable, or are not changed while they are read.
 */
public interface AttributeView {
  AttributeType type();

  /** The text of an {@code S}. */
  String string();

  /** The decimal text of an {@code N}, as DynamoDB returned it. */
  String number();

  /** The bytes of a {@code B}, which the caller must not change. */
  byte[] bytes();

  boolean bool();

  /** The members of an {@code M}. */
  ItemView map();

  /** The elements of an {@code L}. */
  List<? extends AttributeView> list();

  /** The members of an {@code SS} or, as decimal text, of an {@code NS}. */
  List<String> strings();

  /** The members of a {@code BS}, which the caller must not change. */
  List<byte[]> binaries();
}
