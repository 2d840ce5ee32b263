package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of the format as the SDK's, and back. */
final class AttributeValues {
  private AttributeValues() {}

  static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  /** As epoch milliseconds. */
  static AttributeValue millis(Instant time) {
    return number(time.toEpochMilli());
  }

  /** As epoch seconds, which is what TTL reads. */
  static AttributeValue seconds(Instant time) {
    return number(time.getEpochSecond());
  }

  static AttributeValue binary(byte[] bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
  }

  static String textOf(Map<String, AttributeValue> item, String name) {
    return required(item, name).s();
  }

  static long numberOf(Map<String, AttributeValue> item, String name) {
    return Long.parseLong(required(item, name).n());
  }

  static Instant instantOf(Map<String, AttributeValue> item, String name) {
    return Instant.ofEpochMilli(numberOf(item, name));
  }

  static byte[] bytesOf(Map<String, AttributeValue> item, String name) {
    return required(item, name).b().asByteArrayUnsafe();
  }

  private static AttributeValue required(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name);
  }

  static Map<String, AttributeValue> of(ItemView item) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    for (String name : item.names()) {
      attributes.put(name, of(Objects.requireNonNull(item.get(name), name)));
    }
    return attributes;
  }

  private static AttributeValue of(AttributeView value) {
    return switch (value.type()) {
      case S -> AttributeValue.fromS(value.string());
      case N -> AttributeValue.fromN(value.number());
      case B -> binary(value.bytes());
      case BOOL -> AttributeValue.fromBool(value.bool());
      case NULL -> AttributeValue.fromNul(true);
      case M -> AttributeValue.fromM(of(value.map()));
      case L -> AttributeValue.fromL(value.list().stream().map(AttributeValues::of).toList());
      case SS -> AttributeValue.fromSs(value.strings());
      case NS -> AttributeValue.fromNs(value.strings());
      case BS ->
          AttributeValue.fromBs(
              value.binaries().stream().map(SdkBytes::fromByteArrayUnsafe).toList());
    };
  }

  static Item itemOf(Map<String, AttributeValue> attributes) {
    Item.Builder item = Item.builder();
    attributes.forEach((name, value) -> item.put(name, attributeOf(value)));
    return item.build();
  }

  private static Attribute attributeOf(AttributeValue value) {
    return switch (value.type()) {
      case S -> Attribute.string(value.s());
      case N -> Attribute.number(value.n());
      case B -> Attribute.binary(value.b().asByteArrayUnsafe());
      case BOOL -> Attribute.bool(value.bool());
      case NUL -> Attribute.nullValue();
      case M -> Attribute.map(itemOf(value.m()));
      case L -> Attribute.list(value.l().stream().map(AttributeValues::attributeOf).toList());
      case SS -> Attribute.stringSet(value.ss());
      case NS -> Attribute.numberSet(value.ns());
      case BS -> Attribute.binarySet(bytes(value.bs()));
      case UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalStateException("an attribute of a type that this SDK does not know");
    };
  }

  private static List<byte[]> bytes(List<SdkBytes> values) {
    return values.stream().map(SdkBytes::asByteArrayUnsafe).toList();
  }
}
