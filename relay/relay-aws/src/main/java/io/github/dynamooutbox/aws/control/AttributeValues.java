package io.github.dynamooutbox.aws.control;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Creates and reads the attributes of the control table's items. */
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
}
