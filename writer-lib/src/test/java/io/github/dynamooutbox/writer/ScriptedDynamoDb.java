package io.github.dynamooutbox.writer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/**
 * Gives both kinds of clients the same answers, each after its time, and keeps every call. The time
 * is its own: calls and pauses take as long as they say, at once.
 */
final class ScriptedDynamoDb {
  /** Everything that was asked of DynamoDB, in order, with the time of the call. */
  final List<Call> calls = new ArrayList<>();

  final List<Duration> pauses = new ArrayList<>();

  /** Whether reads find nothing, and are not part of the script. */
  boolean findsNoMarker;

  private final List<Answer> answers;
  private Duration now = Duration.ZERO;

  record Call(Duration at, DynamoDbRequest request) {}

  /**
   * An answer to one call. A transaction is accepted unless there is a failure.
   *
   * @param item what is read, if the call reads
   */
  record Answer(
      Duration after, @Nullable RuntimeException failure, Map<String, AttributeValue> item) {}

  /**
   * @param answers the last one is repeated for ever
   */
  ScriptedDynamoDb(List<Answer> answers) {
    this.answers = answers;
  }

  Duration now() {
    return now;
  }

  void pause(Duration pause) {
    pauses.add(pause);
    now = now.plus(pause);
  }

  private <R> R answered(DynamoDbRequest request, Function<Answer, R> response) {
    Answer answer = answers.get(Math.min(calls.size(), answers.size() - 1));
    calls.add(new Call(now, request));
    now = now.plus(answer.after());
    if (answer.failure() != null) {
      throw answer.failure();
    }
    return response.apply(answer);
  }

  private TransactWriteItemsResponse write(TransactWriteItemsRequest request) {
    return answered(request, answer -> TransactWriteItemsResponse.builder().build());
  }

  private GetItemResponse read(GetItemRequest request) {
    if (findsNoMarker) {
      return GetItemResponse.builder().build();
    }
    return answered(request, answer -> GetItemResponse.builder().item(answer.item()).build());
  }

  DynamoDbClient blocking() {
    return new ClientDouble.Blocking() {
      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return write(request);
      }

      @Override
      public GetItemResponse getItem(GetItemRequest request) {
        return read(request);
      }
    };
  }

  /** Fails as the SDK does: with a future whose failure may be wrapped. */
  DynamoDbAsyncClient async() {
    return new ClientDouble.Async() {
      @Override
      public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
          TransactWriteItemsRequest request) {
        return future(() -> write(request));
      }

      @Override
      public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
        return future(() -> read(request));
      }
    };
  }

  private static <R> CompletableFuture<R> future(Supplier<R> call) {
    try {
      return CompletableFuture.completedFuture(call.get());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(new CompletionException(e));
    }
  }

  /** Runs each task at once, after its pause. */
  ScheduledThreadPoolExecutor scheduler() {
    return new ScheduledThreadPoolExecutor(0) {
      @Override
      public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        pause(Duration.of(delay, unit.toChronoUnit()));
        task.run();
        return new ManualScheduler.Task(task);
      }
    };
  }
}
