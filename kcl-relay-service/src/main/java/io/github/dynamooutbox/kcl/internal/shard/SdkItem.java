package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.format.ItemView;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item of the SDK, read where it stands. */
record SdkItem(Map<String, AttributeValue> attributes) implements ItemView {
  @Override
  public Set<String> names() {
    return attributes.keySet();
  }

  @Override
  public @Nullable SdkAttribute get(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : new SdkAttribute(value);
  }

  /** Names attributes only: values do not belong in logs. */
  @Override
  public String toString() {
    return "SdkItem" + names();
  }
}
