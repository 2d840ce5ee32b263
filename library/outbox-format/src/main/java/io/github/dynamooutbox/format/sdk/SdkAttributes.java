package io.github.dynamooutbox.format.sdk;

import io.github.dynamooutbox.format.AttributeFactory;
import io.github.dynamooutbox.format.AttributeView;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Creates the SDK's attribute values. Thread-safe; caches a few of the most common texts. */
public final class SdkAttributes implements AttributeFactory<AttributeValue> {
  private static final int MAX_KEPT = 256;
  private static final int MAX_LENGTH = 128;

  private final Map<String, AttributeValue> kept = new ConcurrentHashMap<>();

  @Override
  public AttributeValue string(String text) {
    return AttributeValue.fromS(text);
  }

  @Override
  public AttributeValue common(String text) {
    AttributeValue known = kept.get(text);
    if (known != null) {
      return known;
    }
    AttributeValue made = string(text);
    if (text.length() <= MAX_LENGTH && kept.size() < MAX_KEPT) {
      kept.put(text, made);
    }
    return made;
  }

  @Override
  public AttributeValue number(String decimal) {
    return AttributeValue.fromN(decimal);
  }

  @Override
  public AttributeValue binary(byte[] bytes) {
    return AttributeValue.fromB(SdkBytes.fromByteArrayUnsafe(bytes));
  }

  @Override
  public AttributeValue map(Map<String, AttributeValue> members) {
    return AttributeValue.fromM(members);
  }

  @Override
  public AttributeValue list(List<AttributeValue> elements) {
    return AttributeValue.fromL(elements);
  }

  @Override
  public AttributeValue copyOf(AttributeView value) {
    return SdkAttribute.valueOf(value);
  }
}
