package io.github.dynamooutbox.writer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * What DynamoDB's documentation says of transactions, and DynamoDB Local never does: items of a
 * transaction are applied one by one, and until then another transaction on them is cancelled with
 * a conflict. Every transaction stays open until the test applies its items.
 */
final class LockingDynamoDb implements ClientDouble.Async {
  /** What was put, in the order in which it was applied, by sort key. */
  final List<String> stream = new ArrayList<>();

  private final List<Open> open = new ArrayList<>();

  private record Open(
      Map<Map<String, AttributeValue>, TransactWriteItem> left,
      CompletableFuture<TransactWriteItemsResponse> answer) {}

  @Override
  public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
      TransactWriteItemsRequest request) {
    Set<Map<String, AttributeValue>> locked = new HashSet<>();
    open.forEach(transaction -> locked.addAll(transaction.left().keySet()));
    Map<Map<String, AttributeValue>, TransactWriteItem> items = new LinkedHashMap<>();
    List<String> reasons = new ArrayList<>();
    for (TransactWriteItem item : request.transactItems()) {
      items.put(key(item), item);
      reasons.add(locked.contains(key(item)) ? "TransactionConflict" : "None");
    }
    if (reasons.contains("TransactionConflict")) {
      return CompletableFuture.failedFuture(FakeDynamoDb.cancelled(reasons.toArray(String[]::new)));
    }
    Open transaction = new Open(items, new CompletableFuture<>());
    open.add(transaction);
    return transaction.answer();
  }

  /** Applies one item of a transaction. Its other items stay locked. */
  void apply(int transaction, Map<String, AttributeValue> key) {
    Open it = open.get(transaction);
    TransactWriteItem item = it.left().remove(key);
    if (item.put() != null) {
      stream.add(item.put().item().get("SK").s());
    }
    if (it.left().isEmpty()) {
      it.answer().complete(TransactWriteItemsResponse.builder().build());
    }
  }

  /** Applies all that is left of a transaction. */
  void applyAll(int transaction) {
    List.copyOf(open.get(transaction).left().keySet()).forEach(key -> apply(transaction, key));
  }

  private static Map<String, AttributeValue> key(TransactWriteItem item) {
    if (item.put() != null) {
      Map<String, AttributeValue> put = item.put().item();
      return Map.of("PK", put.get("PK"), "SK", put.get("SK"));
    }
    return item.conditionCheck().key();
  }
}
