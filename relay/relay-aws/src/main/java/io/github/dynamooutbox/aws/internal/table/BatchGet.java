package io.github.dynamooutbox.aws.internal.table;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** Reads items by their keys, consistently, in as few requests as possible. */
public record BatchGet(Calls calls) {
  /** Quota of BatchGetItem. */
  private static final int MAX_KEYS = 100;

  /** Passes on each item that exists, one by one, in no particular order. */
  public CompletableFuture<Void> each(
      List<Map<String, AttributeValue>> keys, Consumer<Map<String, AttributeValue>> item) {
    return new InBatches(calls, MAX_KEYS, "BatchGetItem")
        .each(keys, (client, some) -> read(client, some, item));
  }

  private List<Map<String, AttributeValue>> read(
      DynamoDbClient client,
      List<Map<String, AttributeValue>> keys,
      Consumer<Map<String, AttributeValue>> item) {
    String table = calls.table();
    KeysAndAttributes wanted = KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    BatchGetItemResponse answer =
        client.batchGetItem(request -> request.requestItems(Map.of(table, wanted)));
    answer.responses().getOrDefault(table, List.of()).forEach(item);
    KeysAndAttributes unprocessed = answer.unprocessedKeys().get(table);
    return unprocessed == null ? List.of() : unprocessed.keys();
  }
}
