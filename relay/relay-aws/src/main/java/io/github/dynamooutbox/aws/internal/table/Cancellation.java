package io.github.dynamooutbox.aws.internal.table;

import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Why DynamoDB refused a transaction, for each of its actions.
 *
 * @param codes in the order of the actions
 */
public record Cancellation(List<String> codes) {
  private static final String NONE = "None";
  private static final String CONDITION = "ConditionalCheckFailed";
  private static final Set<String> CONTENTION =
      Set.of(NONE, "TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");

  public Cancellation {
    codes = List.copyOf(codes);
  }

  public static Cancellation of(TransactionCanceledException e) {
    return new Cancellation(
        e.cancellationReasons().stream()
            .map(reason -> reason.code() == null ? NONE : reason.code())
            .toList());
  }

  /**
   * Writes a transaction.
   *
   * @return false if the condition of its first action did not hold, so that nothing was written
   */
  public static boolean write(DynamoDbClient client, List<TransactWriteItem> actions) {
    try {
      client.transactWriteItems(request -> request.transactItems(actions));
      return true;
    } catch (TransactionCanceledException e) {
      if (of(e).failedAt(0)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether the condition of an action did not hold. */
  public boolean failedAt(int action) {
    return action < codes.size() && codes.get(action).equals(CONDITION);
  }

  /** Whether conflicts with other requests or a lack of capacity were the only reasons. */
  public boolean isContention() {
    return !Set.of(NONE).containsAll(codes) && CONTENTION.containsAll(codes);
  }
}
