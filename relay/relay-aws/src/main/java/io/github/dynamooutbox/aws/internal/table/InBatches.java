package io.github.dynamooutbox.aws.internal.table;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/**
 * Sends many items in as few requests as possible, one request after the other. What a request
 * leaves unprocessed is sent again, after a pause that grows while there is no progress.
 *
 * @param size the most items in a request
 * @param operation name of the API operation, for messages
 */
public record InBatches(Calls calls, int size, String operation) {
  /** In a row, without progress. */
  private static final int MAX_IDLE_ATTEMPTS = 6;

  /**
   * Fails if too many requests in a row make no progress.
   *
   * @param request returns what it leaves unprocessed
   */
  public <T> CompletableFuture<Void> each(
      List<T> items, BiFunction<DynamoDbClient, List<T>, List<T>> request) {
    return from(items, request, 1);
  }

  private <T> CompletableFuture<Void> from(
      List<T> left, BiFunction<DynamoDbClient, List<T>, List<T>> request, int attempt) {
    if (left.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    int most = Math.min(size, left.size());
    List<T> some = List.copyOf(left.subList(0, most));
    return calls
        .runThroughContention(client -> request.apply(client, some))
        .thenCompose(
            over -> {
              List<T> next = new ArrayList<>(over);
              next.addAll(left.subList(most, left.size()));
              if (over.isEmpty()) {
                return from(next, request, 1);
              }
              int idle = over.size() == most ? attempt + 1 : 1;
              return idle > MAX_IDLE_ATTEMPTS
                  ? CompletableFuture.failedFuture(throttled())
                  : calls.afterPause(idle, () -> from(next, request, idle));
            });
  }

  private ProvisionedThroughputExceededException throttled() {
    return ProvisionedThroughputExceededException.builder()
        .message(operation + " on " + calls.table() + " makes no progress: throttled")
        .build();
  }
}
