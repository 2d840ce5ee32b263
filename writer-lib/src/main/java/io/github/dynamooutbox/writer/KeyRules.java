package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.writer.internal.plan.Action;
import io.github.dynamooutbox.writer.internal.size.ItemShape;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Checks that keys are complete, of the right type, and neither empty nor too long. In the outbox's
 * table the schema says which attributes are the key; elsewhere that is known for all actions but
 * puts.
 */
final class KeyRules {
  private final String outboxTable;
  private final OutboxSchema schema;

  KeyRules(String outboxTable, OutboxSchema schema) {
    this.outboxTable = outboxTable;
    this.schema = schema;
  }

  void check(Action action) {
    if (action.table().equals(outboxTable)) {
      checkOutboxTable(action);
    } else if (!action.isPut()) {
      // It is not known which of them is the partition key, so the greater limit applies.
      action
          .attributes()
          .forEach(
              (name, value) ->
                  checkValue(action, name, value, FormatLimits.MAX_PARTITION_KEY_BYTES));
    }
  }

  private void checkOutboxTable(Action action) {
    checkText(action, schema.partitionKey(), FormatLimits.MAX_PARTITION_KEY_BYTES);
    checkText(action, schema.sortKey(), FormatLimits.MAX_SORT_KEY_BYTES);
    if (!action.isPut()) {
      for (String name : action.attributes().keySet()) {
        if (!name.equals(schema.partitionKey()) && !name.equals(schema.sortKey())) {
          throw invalid(action, name, "is not part of the table's key");
        }
      }
    }
  }

  private static void checkText(Action action, String name, int limit) {
    Map<String, AttributeValue> attributes = action.attributes();
    AttributeValue value = attributes.get(name);
    if (value == null) {
      throw invalid(action, name, "is missing");
    }
    if (value.type() != AttributeValue.Type.S) {
      throw invalid(
          action, name, "is of type " + value.type() + "; the outbox's table has keys of type S");
    }
    checkValue(action, name, value, limit);
  }

  private static void checkValue(Action action, String name, AttributeValue value, int limit) {
    switch (value.type()) {
      case N -> {
        // Numbers are never too long.
      }
      case S -> checkLength(action, name, length(value.s(), limit), limit);
      case B -> checkLength(action, name, value.b().asByteArrayUnsafe().length, limit);
      default -> throw invalid(action, name, "is of type " + value.type() + "; keys are S, N or B");
    }
  }

  /** Counts bytes only near the limit. */
  private static long length(String text, int limit) {
    return ItemShape.largestSize(text) > limit ? RecordSize.utf8Length(text) : text.length();
  }

  private static void checkLength(Action action, String name, long bytes, int limit) {
    if (bytes == 0) {
      throw invalid(action, name, "is empty");
    }
    if (bytes > limit) {
      throw new InvalidTransactionException(
          new Violation.KeyTooLong(ActionRef.of(action).toString(), name, bytes, limit));
    }
  }

  private static InvalidTransactionException invalid(Action action, String name, String problem) {
    return new InvalidTransactionException(
        new Violation.InvalidKey(ActionRef.of(action).toString(), name, problem));
  }
}
