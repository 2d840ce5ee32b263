package io.github.dynamooutbox.writer.internal.size;

import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkAttribute;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The expressions of an action, with the names and values of their placeholders. */
public record Expressions(
    @Nullable String update,
    @Nullable String condition,
    Map<String, String> names,
    Map<String, AttributeValue> values) {
  private static final Pattern PLACEHOLDER = Pattern.compile("[#:][A-Za-z0-9_]+");

  /**
   * What the expressions count towards the size limit of a transaction, in bytes: their text, and
   * for each placeholder in it the name or value. The documentation does not say how; this is what
   * DynamoDB Local does.
   */
  public long size() {
    return size(update) + size(condition);
  }

  /**
   * An upper bound of {@link #size} that is much cheaper to compute.
   *
   * @param largestValues upper bound of the size of all values together
   */
  public long largestSize(long largestValues) {
    long placeholder = largestValues;
    for (String name : names.values()) {
      placeholder += ItemShape.largestSize(name);
    }
    return largestSize(update, placeholder) + largestSize(condition, placeholder);
  }

  private static long largestSize(@Nullable String expression, long placeholder) {
    if (expression == null) {
      return 0;
    }
    long size = ItemShape.largestSize(expression);
    if (placeholder == 0) {
      return size;
    }
    for (int i = 0; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (c == '#' || c == ':') {
        size += placeholder;
      }
    }
    return size;
  }

  private long size(@Nullable String expression) {
    if (expression == null) {
      return 0;
    }
    long placeholders =
        PLACEHOLDER.matcher(expression).results().map(MatchResult::group).mapToLong(this::of).sum();
    return RecordSize.utf8Length(expression) + placeholders;
  }

  private long of(String placeholder) {
    String name = names.get(placeholder);
    if (name != null) {
      return RecordSize.utf8Length(name);
    }
    AttributeValue value = values.get(placeholder);
    return value == null ? 0 : RecordSize.of(new SdkAttribute(value));
  }
}
