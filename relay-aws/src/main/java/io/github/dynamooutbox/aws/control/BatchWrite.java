package io.github.dynamooutbox.aws.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes many items in as few requests as possible, one request after the other. What a request
 * leaves over is written again, after a pause that grows while nothing gets done.
 */
record BatchWrite(Calls calls) {
  /** Quota of BatchWriteItem. */
  private static final int MAX_ITEMS = 25;

  /** In a row, without anything written. */
  private static final int MAX_IDLE_ATTEMPTS = 6;

  CompletableFuture<Void> put(List<Map<String, AttributeValue>> items) {
    return write(
        items.stream()
            .map(item -> PutRequest.builder().item(item).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList(),
        1);
  }

  CompletableFuture<Void> delete(List<Map<String, AttributeValue>> keys) {
    return write(
        keys.stream()
            .map(key -> DeleteRequest.builder().key(key).build())
            .map(delete -> WriteRequest.builder().deleteRequest(delete).build())
            .toList(),
        1);
  }

  private CompletableFuture<Void> write(List<WriteRequest> left, int attempt) {
    if (left.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    int size = Math.min(MAX_ITEMS, left.size());
    List<WriteRequest> chunk = List.copyOf(left.subList(0, size));
    return calls
        .runThroughContention(
            client ->
                client
                    .batchWriteItem(request -> request.requestItems(Map.of(calls.table(), chunk)))
                    .unprocessedItems()
                    .getOrDefault(calls.table(), List.of()))
        .thenCompose(
            unprocessed -> {
              List<WriteRequest> next = new ArrayList<>(unprocessed);
              next.addAll(left.subList(size, left.size()));
              if (unprocessed.isEmpty()) {
                return write(next, 1);
              }
              int idle = unprocessed.size() == size ? attempt + 1 : 1;
              return idle > MAX_IDLE_ATTEMPTS
                  ? CompletableFuture.failedFuture(throttled())
                  : calls.afterPause(idle, () -> write(next, idle));
            });
  }

  private ProvisionedThroughputExceededException throttled() {
    return ProvisionedThroughputExceededException.builder()
        .message("BatchWriteItem on " + calls.table() + " has written nothing: throttled")
        .build();
  }
}
