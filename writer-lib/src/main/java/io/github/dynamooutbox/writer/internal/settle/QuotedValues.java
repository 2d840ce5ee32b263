package io.github.dynamooutbox.writer.internal.settle;

import io.github.dynamooutbox.writer.internal.plan.Action;
import java.util.Collection;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds values of an action in a message of DynamoDB. Its messages name attributes, indexes and
 * types, and hardly ever values: one about a number quotes what it could not read.
 */
public final class QuotedValues {
  /** Shorter values occur in a message by chance. */
  private static final int SHORTEST = 4;

  private static final String QUOTES = "numeric value";

  private QuotedValues() {}

  /** Whether the message may quote one of the action's values. */
  public static boolean isIn(String message, Action action) {
    return message.contains(QUOTES)
        || isIn(message, action.attributes().values())
        || isIn(message, action.values().values());
  }

  private static boolean isIn(String message, Collection<AttributeValue> values) {
    return values.stream().anyMatch(value -> isIn(message, value));
  }

  private static boolean isIn(String message, AttributeValue value) {
    return switch (value.type()) {
      case S -> quotes(message, value.s());
      case N -> quotes(message, value.n());
      case SS -> value.ss().stream().anyMatch(each -> quotes(message, each));
      case NS -> value.ns().stream().anyMatch(each -> quotes(message, each));
      case M -> isIn(message, value.m().values());
      case L -> isIn(message, value.l());
      default -> false;
    };
  }

  private static boolean quotes(String message, String value) {
    return value.length() >= SHORTEST && message.contains(value);
  }
}
