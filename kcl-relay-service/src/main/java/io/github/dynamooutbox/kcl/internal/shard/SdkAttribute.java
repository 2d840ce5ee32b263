package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.util.List;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An attribute value of the SDK, read where it stands. One of a type that the SDK does not know is
 * taken for {@code NULL}: the codec then finds it where it expects something else, and the fault
 * stays with that one record.
 */
record SdkAttribute(AttributeValue value) implements AttributeView {
  @Override
  public AttributeType type() {
    return switch (value.type()) {
      case S -> AttributeType.S;
      case N -> AttributeType.N;
      case B -> AttributeType.B;
      case BOOL -> AttributeType.BOOL;
      case NUL, UNKNOWN_TO_SDK_VERSION -> AttributeType.NULL;
      case M -> AttributeType.M;
      case L -> AttributeType.L;
      case SS -> AttributeType.SS;
      case NS -> AttributeType.NS;
      case BS -> AttributeType.BS;
    };
  }

  @Override
  public String string() {
    return as(AttributeType.S).s();
  }

  @Override
  public String number() {
    return as(AttributeType.N).n();
  }

  @Override
  public byte[] bytes() {
    return as(AttributeType.B).b().asByteArrayUnsafe();
  }

  @Override
  public boolean bool() {
    return as(AttributeType.BOOL).bool();
  }

  @Override
  public ItemView map() {
    return new SdkItem(as(AttributeType.M).m());
  }

  @Override
  public List<? extends AttributeView> list() {
    return as(AttributeType.L).l().stream().map(SdkAttribute::new).toList();
  }

  @Override
  public List<String> strings() {
    return type() == AttributeType.NS ? value.ns() : as(AttributeType.SS).ss();
  }

  @Override
  public List<byte[]> binaries() {
    return as(AttributeType.BS).bs().stream().map(SdkBytes::asByteArrayUnsafe).toList();
  }

  private AttributeValue as(AttributeType wanted) {
    if (type() != wanted) {
      throw new IllegalStateException("the attribute is of type " + type() + ", not " + wanted);
    }
    return value;
  }

  @Override
  public String toString() {
    return "SdkAttribute[" + type() + "]";
  }
}
