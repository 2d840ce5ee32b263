package io.github.dynamooutbox.writer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A table for puts only. Every condition is taken for one that the key is free. */
final class PutsTable implements ClientDouble.Blocking {
  final Map<String, Map<String, AttributeValue>> items = new HashMap<>();
  int reads;

  /** Thrown by reads, if it is set. */
  RuntimeException readFailure;

  private static String address(String table, Map<String, AttributeValue> item) {
    return table + ' ' + item.get("PK").s() + ' ' + item.get("SK").s();
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    List<CancellationReason> reasons = new ArrayList<>();
    boolean holds = true;
    for (TransactWriteItem action : request.transactItems()) {
      boolean own =
          action.put().conditionExpression() == null
              || !items.containsKey(address(action.put().tableName(), action.put().item()));
      holds &= own;
      reasons.add(
          CancellationReason.builder().code(own ? "None" : "ConditionalCheckFailed").build());
    }
    if (!holds) {
      throw TransactionCanceledException.builder()
          .statusCode(400)
          .message("cancelled")
          .cancellationReasons(reasons)
          .build();
    }
    for (TransactWriteItem action : request.transactItems()) {
      Put put = action.put();
      items.put(address(put.tableName(), put.item()), put.item());
    }
    return TransactWriteItemsResponse.builder().build();
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    reads++;
    if (readFailure != null) {
      throw readFailure;
    }
    return GetItemResponse.builder()
        .item(items.get(address(request.tableName(), request.key())))
        .build();
  }

  /** The same table, behind the other kind of client. */
  DynamoDbAsyncClient async() {
    PutsTable table = this;
    return new ClientDouble.Async() {
      @Override
      public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
          TransactWriteItemsRequest request) {
        return CompletableFuture.completedFuture(request).thenApply(table::transactWriteItems);
      }

      @Override
      public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
        return CompletableFuture.completedFuture(request).thenApply(table::getItem);
      }
    };
  }
}
