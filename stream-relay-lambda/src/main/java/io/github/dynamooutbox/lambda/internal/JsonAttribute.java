package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.util.List;

/** One attribute value as it was parsed. Does not print its value: it may be payload. */
final class JsonAttribute implements AttributeView {
  static final JsonAttribute NULL = new JsonAttribute(AttributeType.NULL, true);

  private final AttributeType type;
  private final Object value;

  JsonAttribute(AttributeType type, Object value) {
    this.type = type;
    this.value = value;
  }

  @Override
  public AttributeType type() {
    return type;
  }

  @Override
  public String string() {
    return (String) valueOf(AttributeType.S);
  }

  @Override
  public String number() {
    return (String) valueOf(AttributeType.N);
  }

  @Override
  public byte[] bytes() {
    return (byte[]) valueOf(AttributeType.B);
  }

  @Override
  public boolean bool() {
    return (Boolean) valueOf(AttributeType.BOOL);
  }

  @Override
  public ItemView map() {
    return (ItemView) valueOf(AttributeType.M);
  }

  @Override
  @SuppressWarnings("unchecked") // Only this package makes values, and an L holds such a list.
  public List<? extends AttributeView> list() {
    return (List<? extends AttributeView>) valueOf(AttributeType.L);
  }

  @Override
  @SuppressWarnings("unchecked") // Only this package makes values, and a set holds such a list.
  public List<String> strings() {
    return (List<String>) valueOf(type == AttributeType.NS ? AttributeType.NS : AttributeType.SS);
  }

  @Override
  @SuppressWarnings("unchecked") // Only this package makes values, and a BS holds such a list.
  public List<byte[]> binaries() {
    return (List<byte[]>) valueOf(AttributeType.BS);
  }

  private Object valueOf(AttributeType wanted) {
    if (type != wanted) {
      throw new IllegalStateException("a " + type + " was read as " + wanted);
    }
    return value;
  }

  @Override
  public String toString() {
    return type.name();
  }
}
