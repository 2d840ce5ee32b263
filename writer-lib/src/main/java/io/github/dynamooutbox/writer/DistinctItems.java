package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * DynamoDB takes no two actions on one item. Finds them where the key is known: every action but a
 * put names its key, and a put into the outbox's table has it under the schema's names. For puts
 * into other tables DynamoDB itself is the judge.
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
    Map<Identity, Action> seen = new HashMap<>();
    for (Action action : actions) {
      Action other = identity(action).map(id -> seen.putIfAbsent(id, action)).orElse(null);
      if (other != null) {
        throw new InvalidTransactionException(
            action + ": is on the same item as " + other + "; make one action of them");
      }
    }
  }

  private Optional<Identity> identity(Action action) {
    if (!action.isPut()) {
      return Optional.of(new Identity(action.table(), action.attributes()));
    }
    AttributeValue partition = action.attributes().get(schema.partitionKey());
    AttributeValue sort = action.attributes().get(schema.sortKey());
    if (!action.table().equals(outboxTable) || partition == null || sort == null) {
      return Optional.empty();
    }
    return Optional.of(
        new Identity(
            action.table(), Map.of(schema.partitionKey(), partition, schema.sortKey(), sort)));
  }
}
