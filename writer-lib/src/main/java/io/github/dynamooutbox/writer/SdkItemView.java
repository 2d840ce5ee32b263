package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item of the SDK, read in place. */
record SdkItemView(Map<String, AttributeValue> attributes) implements ItemView {
  @Override
  public Set<String> names() {
    return attributes.keySet();
  }

  @Override
  public @Nullable AttributeView get(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : new SdkAttributeView(value);
  }
}
