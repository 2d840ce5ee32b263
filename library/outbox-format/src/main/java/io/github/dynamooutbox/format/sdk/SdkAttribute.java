package io.github.dynamooutbox.format.sdk;

import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import java.util.List;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An attribute value of the SDK, read in place.
 *
 * <p>Every method except {@code toString} throws {@link UnknownTypeException} for a value whose
 * type the SDK does not know: treated as another type, a copy would lose it.
 *
 * @param value not copied
 */
public record SdkAttribute(AttributeValue value) implements AttributeView {
  /** Converts an attribute to the SDK's type. Binary values are not copied. */
  public static AttributeValue valueOf(AttributeView attribute) {
    return switch (attribute.type()) {
      case S -> AttributeValue.fromS(attribute.string());
      case N -> AttributeValue.fromN(attribute.number());
      case B -> AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(attribute.bytes()));
      case BOOL -> AttributeValue.fromBool(attribute.bool());
      case NULL -> AttributeValue.fromNul(true);
      case M -> AttributeValue.fromM(SdkItem.attributesOf(attribute.map()));
      case L -> AttributeValue.fromL(attribute.list().stream().map(SdkAttribute::valueOf).toList());
      case SS -> AttributeValue.fromSs(attribute.strings());
      case NS -> AttributeValue.fromNs(attribute.strings());
      case BS ->
          AttributeValue.fromBs(
              attribute.binaries().stream().map(SdkBytes::fromByteArrayUnsafe).toList());
    };
  }

  @Override
  public AttributeType type() {
    return switch (value.type()) {
      case S -> AttributeType.S;
      case N -> AttributeType.N;
      case B -> AttributeType.B;
      case BOOL -> AttributeType.BOOL;
      case NUL -> AttributeType.NULL;
      case M -> AttributeType.M;
      case L -> AttributeType.L;
      case SS -> AttributeType.SS;
      case NS -> AttributeType.NS;
      case BS -> AttributeType.BS;
      case UNKNOWN_TO_SDK_VERSION -> throw new UnknownTypeException();
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
  public SdkItem map() {
    return new SdkItem(as(AttributeType.M).m());
  }

  @Override
  public List<SdkAttribute> list() {
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

  /** Contains only the type: values do not belong in logs. */
  @Override
  public String toString() {
    return "SdkAttribute[" + value.type() + "]";
  }
}
