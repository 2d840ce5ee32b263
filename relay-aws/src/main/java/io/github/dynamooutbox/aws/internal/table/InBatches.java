package io.github.dynamooutbox.aws.internal.table;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/**
 * Does something with many items in as few requests as possible, one request after the other. What
 * a request leaves over comes again, after a pause that grows while nothing gets done.
 *
 * @param size the most items of a request
 * @param does what a request does, for messages
 */
public record InBatches(Calls calls, int size, String does) {
  /** In a row, without anything done. */
  private static final int MAX_IDLE_ATTEMPTS = 6;

  /**
   * Fails where so many requests get nothing done.
   *
   * @param request returns what it leaves over
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
        .message(does + " on " + calls.table() + " gets nothing done: throttled")
        .build();
  }
}
