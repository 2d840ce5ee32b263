package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.aws.internal.table.InBatches;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes many items in as few requests as possible. */
record BatchWrite(Calls calls) {
  /** Quota of BatchWriteItem. */
  private static final int MAX_ITEMS = 25;

  CompletableFuture<Void> put(List<Map<String, AttributeValue>> items) {
    return write(
        items.stream()
            .map(item -> PutRequest.builder().item(item).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList());
  }

  CompletableFuture<Void> delete(List<Map<String, AttributeValue>> keys) {
    return write(
        keys.stream()
            .map(key -> DeleteRequest.builder().key(key).build())
            .map(delete -> WriteRequest.builder().deleteRequest(delete).build())
            .toList());
  }

  private CompletableFuture<Void> write(List<WriteRequest> requests) {
    return new InBatches(calls, MAX_ITEMS, "BatchWriteItem")
        .each(
            requests,
            (client, some) ->
                client
                    .batchWriteItem(request -> request.requestItems(Map.of(calls.table(), some)))
                    .unprocessedItems()
                    .getOrDefault(calls.table(), List.of()));
  }
}
