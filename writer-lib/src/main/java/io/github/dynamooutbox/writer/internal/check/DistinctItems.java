package io.github.dynamooutbox.writer.internal.check;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.internal.plan.Action;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Finds two actions on one item, as DynamoDB does. Every action but a put names its key; which
 * attributes of a put are the key is known for the outbox's table, and for tables on which another
 * action of the transaction names a key. Other puts count as the same only if they are equal;
 * anything else is left to DynamoDB.
 *
 * <p>Compares all pairs of actions. For up to 100 actions, whose keys mostly differ in the first
 * comparison, that is cheaper than building keys for a map. The outbox's own actions are on
 * distinct items, and no put or update of the caller is on one of those (the rules of a
 * transaction), so only the caller's deletes and checks are compared with them.
 */
public final class DistinctItems {
  private final String outboxTable;
  private final List<String> outboxKey;

  public DistinctItems(String outboxTable, OutboxSchema schema) {
    this.outboxTable = outboxTable;
    this.outboxKey = List.of(schema.partitionKey(), schema.sortKey());
  }

  /** Two actions on one item. */
  public record Pair(Action action, Action other) {}

  /**
   * The first two actions on one item, if there are any.
   *
   * @param actions the caller's, then the outbox's own
   */
  public Optional<Pair> same(List<Action> actions, int callersActions) {
    Map<String, Collection<String>> keys = null;
    for (int later = 1; later < actions.size(); later++) {
      Action action = actions.get(later);
      for (int earlier = 0; earlier < later; earlier++) {
        Action other = actions.get(earlier);
        if (later >= callersActions && (earlier >= callersActions || other.writes())) {
          continue;
        }
        if (action.table().equals(other.table())) {
          if (keys == null && !action.table().equals(outboxTable)) {
            keys = keyNames(actions);
          }
          if (isSame(action, other, keys == null ? outboxKey : keys.get(action.table()))) {
            return Optional.of(new Pair(action, other));
          }
        }
      }
    }
    return Optional.empty();
  }

  private Map<String, Collection<String>> keyNames(List<Action> actions) {
    Map<String, Collection<String>> names = new HashMap<>();
    names.put(outboxTable, outboxKey);
    for (Action action : actions) {
      if (!action.isPut()) {
        names.putIfAbsent(action.table(), action.attributes().keySet());
      }
    }
    return names;
  }

  /**
   * @param key names of the table's key attributes, if known
   */
  private static boolean isSame(Action action, Action other, @Nullable Collection<String> key) {
    if (key == null) {
      return action.attributes().equals(other.attributes());
    }
    for (String name : key) {
      AttributeValue one = action.attributes().get(name);
      AttributeValue two = other.attributes().get(name);
      if (one == null || two == null || !isSame(one, two)) {
        return false;
      }
    }
    return true;
  }

  /** Numbers are the same key if their values are equal, however they are written. */
  private static boolean isSame(AttributeValue one, AttributeValue two) {
    if (one.s() != null || two.s() != null) {
      return one.s() != null && one.s().equals(two.s());
    }
    if (one.n() == null || two.n() == null) {
      return one.equals(two);
    }
    try {
      return new BigDecimal(one.n()).compareTo(new BigDecimal(two.n())) == 0;
    } catch (NumberFormatException leftToDynamoDb) {
      return one.n().equals(two.n());
    }
  }
}
