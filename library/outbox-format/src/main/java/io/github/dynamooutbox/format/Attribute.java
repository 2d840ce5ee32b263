package io.github.dynamooutbox.format;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A DynamoDB attribute value that does not depend on an SDK. Immutable. Values are equal if their
 * contents are; the order of a set does not count, and numbers are compared as text.
 */
public final class Attribute implements AttributeView {
  private static final Attribute TRUE = new Attribute(AttributeType.BOOL, true);
  private static final Attribute FALSE = new Attribute(AttributeType.BOOL, false);
  private static final Attribute NULL = new Attribute(AttributeType.NULL, AttributeType.NULL);

  private final AttributeType type;

  /** A String, byte[], Boolean, Item, Attribute[], String[] or byte[][], as the type says. */
  private final Object value;

  private Attribute(AttributeType type, Object value) {
    this.type = type;
    this.value = value;
  }

  public static Attribute string(String text) {
    return new Attribute(AttributeType.S, Objects.requireNonNull(text));
  }

  /** A number, given as decimal text, which is kept unchanged. */
  public static Attribute number(String decimal) {
    return new Attribute(AttributeType.N, Objects.requireNonNull(decimal));
  }

  public static Attribute number(long number) {
    return new Attribute(AttributeType.N, Long.toString(number));
  }

  /** Takes a copy of the bytes. */
  public static Attribute binary(byte[] bytes) {
    return new Attribute(AttributeType.B, bytes.clone());
  }

  /** Does not copy: the bytes must not change afterwards. */
  static Attribute ownedBinary(byte[] bytes) {
    return new Attribute(AttributeType.B, bytes);
  }

  public static Attribute bool(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** DynamoDB's {@code NULL}. */
  public static Attribute nullValue() {
    return NULL;
  }

  public static Attribute map(Item members) {
    return new Attribute(AttributeType.M, Objects.requireNonNull(members));
  }

  public static Attribute list(Collection<Attribute> elements) {
    return new Attribute(AttributeType.L, elements.toArray(Attribute[]::new));
  }

  public static Attribute stringSet(Collection<String> members) {
    return new Attribute(AttributeType.SS, sorted(members));
  }

  /** A set of numbers, given as decimal text, which is kept unchanged. */
  public static Attribute numberSet(Collection<String> members) {
    return new Attribute(AttributeType.NS, sorted(members));
  }

  /** Takes copies of the members. */
  public static Attribute binarySet(Collection<byte[]> members) {
    byte[][] copies = members.stream().map(byte[]::clone).toArray(byte[][]::new);
    Arrays.sort(copies, Arrays::compareUnsigned);
    return new Attribute(AttributeType.BS, copies);
  }

  /** Copies a value into one that is independent of the host's type. */
  public static Attribute copyOf(AttributeView view) {
    if (view instanceof Attribute attribute) {
      return attribute;
    }
    return switch (view.type()) {
      case S -> string(view.string());
      case N -> number(view.number());
      case B -> binary(view.bytes());
      case BOOL -> bool(view.bool());
      case NULL -> NULL;
      case M -> map(Item.copyOf(view.map()));
      case L -> list(view.list().stream().map(Attribute::copyOf).toList());
      case SS -> stringSet(view.strings());
      case NS -> numberSet(view.strings());
      case BS -> binarySet(view.binaries());
    };
  }

  private static String[] sorted(Collection<String> members) {
    String[] sorted = members.toArray(String[]::new);
    Arrays.sort(sorted);
    return sorted;
  }

  @Override
  public AttributeType type() {
    return type;
  }

  @Override
  public String string() {
    return (String) as(AttributeType.S);
  }

  @Override
  public String number() {
    return (String) as(AttributeType.N);
  }

  @Override
  public byte[] bytes() {
    return (byte[]) as(AttributeType.B);
  }

  @Override
  public boolean bool() {
    return (Boolean) as(AttributeType.BOOL);
  }

  @Override
  public Item map() {
    return (Item) as(AttributeType.M);
  }

  @Override
  public List<Attribute> list() {
    return List.of((Attribute[]) as(AttributeType.L));
  }

  @Override
  public List<String> strings() {
    return List.of((String[]) (type == AttributeType.NS ? value : as(AttributeType.SS)));
  }

  @Override
  public List<byte[]> binaries() {
    return List.of((byte[][]) as(AttributeType.BS));
  }

  private Object as(AttributeType wanted) {
    if (type != wanted) {
      throw new IllegalStateException("the attribute is of type " + type + ", not " + wanted);
    }
    return value;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attribute that
        && type == that.type
        && Objects.deepEquals(value, that.value);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(new Object[] {type, value});
  }

  /** Contains only the type: values do not belong in logs. */
  @Override
  public String toString() {
    return type.name();
  }
}
