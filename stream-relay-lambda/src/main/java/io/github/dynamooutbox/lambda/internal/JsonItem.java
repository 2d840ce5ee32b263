package io.github.dynamooutbox.lambda.internal;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An item or map as it was parsed; nobody changes the map after that. */
record JsonItem(Map<String, AttributeView> attributes) implements ItemView {
  @Override
  public Set<String> names() {
    return attributes.keySet();
  }

  @Override
  public @Nullable AttributeView get(String name) {
    return attributes.get(name);
  }
}
