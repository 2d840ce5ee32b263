package io.github.dynamooutbox.format.sdk;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item of the SDK, read in place. For a copy that is independent of the SDK: {@link
 * io.github.dynamooutbox.format.Item#copyOf}.
 *
 * @param attributes not copied; must not change while the item is read
 */
public record SdkItem(Map<String, AttributeValue> attributes) implements ItemView {
  /** Converts an item to the SDK's type, in the same order. Binary values are not copied. */
  public static Map<String, AttributeValue> attributesOf(ItemView item) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    for (String name : item.names()) {
      AttributeView value = Objects.requireNonNull(item.get(name), name);
      attributes.put(name, SdkAttribute.valueOf(value));
    }
    return attributes;
  }

  @Override
  public Set<String> names() {
    return attributes.keySet();
  }

  @Override
  public @Nullable SdkAttribute get(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : new SdkAttribute(value);
  }

  /** Contains only attribute names: values do not belong in logs. */
  @Override
  public String toString() {
    return "SdkItem" + names();
  }
}
