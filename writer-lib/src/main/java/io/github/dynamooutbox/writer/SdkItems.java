package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Hands items over to the SDK. */
final class SdkItems {
  private SdkItems() {}

  static Map<String, AttributeValue> of(Item item) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    item.asMap().forEach((name, value) -> attributes.put(name, of(value)));
    return attributes;
  }

  private static AttributeValue of(Attribute value) {
    return switch (value.type()) {
      case S -> AttributeValue.fromS(value.string());
      case N -> AttributeValue.fromN(value.number());
      case B -> AttributeValue.fromB(bytes(value.bytes()));
      case BOOL -> AttributeValue.fromBool(value.bool());
      case NULL -> AttributeValue.fromNul(true);
      case M -> AttributeValue.fromM(of(value.map()));
      case L -> AttributeValue.fromL(value.list().stream().map(SdkItems::of).toList());
      case SS -> AttributeValue.fromSs(value.strings());
      case NS -> AttributeValue.fromNs(value.strings());
      case BS -> AttributeValue.fromBs(value.binaries().stream().map(SdkItems::bytes).toList());
    };
  }

  /** Without a copy: nobody changes an attribute's bytes. */
  private static SdkBytes bytes(byte[] bytes) {
    return SdkBytes.fromByteArrayUnsafe(bytes);
  }
}
