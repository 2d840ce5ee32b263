package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * DynamoDB takes no two actions on one item. Every action but a put names its key; where a put has
 * its key is known for the outbox's table, and for tables on which another action of the
 * transaction names a key. Other puts count as the same only if they are equal; else DynamoDB
 * itself is the judge.
 */
final class DistinctItems {
  private final String outboxTable;
  private final OutboxSchema schema;

  DistinctItems(String outboxTable, OutboxSchema schema) {
    this.outboxTable = outboxTable;
    this.schema = schema;
  }

  private record Identity(String table, Map<String, AttributeValue> key) {}

  void check(List<Action> actions) {
    Map<String, Set<String>> keyNames = keyNames(actions);
    Map<Identity, Action> seen = new HashMap<>();
    for (Action action : actions) {
      Action other = seen.putIfAbsent(identity(action, keyNames), action);
      if (other != null) {
        throw new InvalidTransactionException(
            new Violation.SameItem(action.toString(), other.toString()));
      }
    }
  }

  private Map<String, Set<String>> keyNames(List<Action> actions) {
    Map<String, Set<String>> names = new HashMap<>();
    names.put(outboxTable, Set.of(schema.partitionKey(), schema.sortKey()));
    for (Action action : actions) {
      if (!action.isPut()) {
        names.putIfAbsent(action.table(), action.attributes().keySet());
      }
    }
    return names;
  }

  private static Identity identity(Action action, Map<String, Set<String>> keyNames) {
    Map<String, AttributeValue> key = new HashMap<>(action.attributes());
    Set<String> names = keyNames.get(action.table());
    if (names != null && key.keySet().containsAll(names)) {
      key.keySet().retainAll(names);
    }
    key.replaceAll((name, value) -> comparable(value));
    return new Identity(action.table(), key);
  }

  /** Numbers are keys by their value, however they are written. */
  private static AttributeValue comparable(AttributeValue value) {
    if (value.n() == null) {
      return value;
    }
    try {
      return AttributeValue.fromN(new BigDecimal(value.n()).stripTrailingZeros().toString());
    } catch (NumberFormatException leftToDynamoDb) {
      return value;
    }
  }
}
