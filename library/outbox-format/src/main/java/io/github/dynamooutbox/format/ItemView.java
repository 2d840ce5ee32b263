package io.github.dynamooutbox.format;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A read-only view of a DynamoDB item or map, from which the codec reads. */
public interface ItemView {
  Set<String> names();

  /** The attribute of this name, or null if there is none. */
  @Nullable AttributeView get(String name);
}
