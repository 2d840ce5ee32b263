package io.github.dynamooutbox.format;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A DynamoDB item or map, as the record's codec reads it. */
public interface ItemView {
  Set<String> names();

  /** The attribute of this name, or null where there is none. */
  @Nullable AttributeView get(String name);
}
