package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.RecordSize;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The expressions of an action, with what their placeholders stand for. */
record Expressions(
    @Nullable String update,
    @Nullable String condition,
    Map<String, String> names,
    Map<String, AttributeValue> values) {
  private static final Pattern PLACEHOLDER = Pattern.compile("[#:][A-Za-z0-9_]+");

  /**
   * What expressions count against the limit of a transaction, in bytes: their text, and for each
   * placeholder in it what it stands for. The documentation does not say; DynamoDB Local counts so.
   */
  long size() {
    return size(update) + size(condition);
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
    return value == null ? 0 : RecordSize.of(new SdkAttributeView(value));
  }
}
