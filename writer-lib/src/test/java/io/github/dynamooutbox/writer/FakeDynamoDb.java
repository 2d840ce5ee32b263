package io.github.dynamooutbox.writer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionInProgressException;

/** Keeps what it is sent, and answers as it is told to. For the shape of requests only. */
final class FakeDynamoDb implements ClientDouble.Blocking {
  final List<TransactWriteItemsRequest> requests = new ArrayList<>();
  final List<GetItemRequest> reads = new ArrayList<>();
  private Map<String, AttributeValue> item = Map.of();
  private final Deque<RuntimeException> failures = new ArrayDeque<>();
  private final Deque<RuntimeException> readFailures = new ArrayDeque<>();
  private RuntimeException failure;

  TransactWriteItemsRequest request() {
    return requests.get(requests.size() - 1);
  }

  void failWith(RuntimeException newFailure) {
    failure = newFailure;
  }

  /** What is the same at each attempt. */
  static TransactWriteItemsRequest withoutTimeout(TransactWriteItemsRequest request) {
    return request.toBuilder()
        .overrideConfiguration((AwsRequestOverrideConfiguration) null)
        .build();
  }

  /** Fails one read with each of these, then answers. */
  void failNextRead(RuntimeException... next) {
    readFailures.addAll(List.of(next));
  }

  /** What is read. */
  void item(Map<String, AttributeValue> newItem) {
    item = newItem;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    reads.add(request);
    RuntimeException next = readFailures.poll();
    if (next != null) {
      throw next;
    }
    return GetItemResponse.builder().item(item).build();
  }

  /** Fails one request with each of these, then answers as before. */
  void failNext(RuntimeException... next) {
    failures.addAll(List.of(next));
  }

  static ThrottlingException throttled() {
    return ThrottlingException.builder()
        .statusCode(400)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode("ThrottlingException").build())
        .message("slow down")
        .build();
  }

  static TransactionInProgressException inProgress() {
    return TransactionInProgressException.builder()
        .statusCode(400)
        .awsErrorDetails(
            AwsErrorDetails.builder().errorCode("TransactionInProgressException").build())
        .message("in progress")
        .build();
  }

  static TransactionCanceledException cancelled(String... codes) {
    List<CancellationReason> reasons = new ArrayList<>();
    for (String code : codes) {
      reasons.add(CancellationReason.builder().code(code).build());
    }
    return TransactionCanceledException.builder()
        .message("cancelled")
        .cancellationReasons(reasons)
        .build();
  }

  /** As {@link #cancelled}, with the item as it was for each action at fault. */
  static TransactionCanceledException cancelledWith(
      Map<String, AttributeValue> oldItem, String... codes) {
    List<CancellationReason> reasons = new ArrayList<>();
    for (String code : codes) {
      reasons.add(CancellationReason.builder().code(code).item(oldItem).build());
    }
    return TransactionCanceledException.builder()
        .message("cancelled")
        .cancellationReasons(reasons)
        .build();
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    requests.add(request);
    RuntimeException next = failures.poll();
    if (next != null) {
      throw next;
    }
    if (failure != null) {
      throw failure;
    }
    return TransactWriteItemsResponse.builder().build();
  }

  /** The same for the asynchronous client: answers when the test completes the call. */
  static final class Async implements ClientDouble.Async {
    final List<TransactWriteItemsRequest> requests = new ArrayList<>();
    final List<CompletableFuture<TransactWriteItemsResponse>> answers = new ArrayList<>();
    final CompletableFuture<TransactWriteItemsResponse> answer = new CompletableFuture<>();
    private CompletableFuture<TransactWriteItemsResponse> later = new CompletableFuture<>();

    /** Answers every request but the first at once. */
    void afterFirst(TransactWriteItemsResponse response) {
      later = CompletableFuture.completedFuture(response);
    }

    @Override
    public CompletableFuture<TransactWriteItemsResponse> transactWriteItems(
        TransactWriteItemsRequest request) {
      requests.add(request);
      answers.add(requests.size() == 1 ? answer : later.copy());
      return answers.get(answers.size() - 1);
    }
  }
}
