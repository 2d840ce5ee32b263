package io.github.dynamooutbox.lambda.internal;

import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import io.github.dynamooutbox.format.ItemView;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An item of aws-lambda-java-events, read where it stands. */
record ModelItem(Map<String, AttributeValue> attributes) implements ItemView {
  @Override
  public Set<String> names() {
    return attributes.keySet();
  }

  @Override
  public @Nullable ModelAttribute get(String name) {
    AttributeValue value = attributes.get(name);
    return value == null ? null : new ModelAttribute(value);
  }

  /** Names attributes only: values do not belong in logs. */
  @Override
  public String toString() {
    return "ModelItem" + names();
  }
}
