package io.github.dynamooutbox.aws.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/** Reads items by their keys, consistently, in as few requests as possible. */
record BatchGet(DynamoDbClient client, String table) {
  /** Quota of BatchGetItem. */
  private static final int MAX_KEYS = 100;

  /** Passes each item that exists, in no order. Fails where a request gets nothing done. */
  void each(List<Map<String, AttributeValue>> keys, Consumer<Map<String, AttributeValue>> item) {
    List<Map<String, AttributeValue>> left = new ArrayList<>(keys);
    while (!left.isEmpty()) {
      List<Map<String, AttributeValue>> chunk = left.subList(0, Math.min(MAX_KEYS, left.size()));
      List<Map<String, AttributeValue>> unprocessed = read(List.copyOf(chunk), item);
      if (unprocessed.size() == chunk.size()) {
        throw ProvisionedThroughputExceededException.builder()
            .message("BatchGetItem on " + table + " has read nothing: throttled")
            .build();
      }
      chunk.clear();
      left.addAll(unprocessed);
    }
  }

  private List<Map<String, AttributeValue>> read(
      List<Map<String, AttributeValue>> keys, Consumer<Map<String, AttributeValue>> item) {
    KeysAndAttributes wanted = KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
    BatchGetItemResponse answer =
        client.batchGetItem(request -> request.requestItems(Map.of(table, wanted)));
    answer.responses().getOrDefault(table, List.of()).forEach(item);
    KeysAndAttributes unprocessed = answer.unprocessedKeys().get(table);
    return unprocessed == null ? List.of() : unprocessed.keys();
  }
}
