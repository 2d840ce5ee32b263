package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class AsyncOutboxTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");

  private final FakeDynamoDb.Async dynamoDb = new FakeDynamoDb.Async();
  private final AsyncOutbox outbox =
      AsyncOutbox.builder(dynamoDb).table("orders").source("/shop/orders").build();

  @Test
  void completesWhenDynamoDbHasAnswered() {
    CompletableFuture<CommitResult> result = transaction().commit();
    assertThat(dynamoDb.requests).hasSize(1);
    assertThat(result).isNotDone();

    dynamoDb.answer.complete(TransactWriteItemsResponse.builder().build());

    assertThat(result).isCompleted();
    assertThat(result.join().records().get(0).key().sort()).isEqualTo("0000000000000000007");
  }

  @Test
  void takenPositionCompletesTheFuture() {
    CompletableFuture<CommitResult> result = transaction().commit();
    dynamoDb.answer.completeExceptionally(
        new CompletionException(FakeDynamoDb.cancelled("ConditionalCheckFailed")));
    assertThat(result)
        .isCompletedExceptionally()
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(VersionTakenException.class);
  }

  @Test
  void otherFailuresPassThrough() {
    RuntimeException failure =
        DynamoDbException.builder().statusCode(400).message("denied").build();
    CompletableFuture<CommitResult> result = transaction().commit();
    dynamoDb.answer.completeExceptionally(failure);
    assertThat(result).failsWithin(Duration.ZERO).withThrowableThat().withCause(failure);
  }

  @Test
  void invalidTransactionCompletesTheFutureAndIsNotSent() {
    assertThat(outbox.transaction().commit())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(InvalidTransactionException.class);
    assertThat(dynamoDb.requests).isEmpty();
  }

  @Test
  void serializerThatThrowsCompletesTheFuture() {
    AsyncOutbox broken =
        AsyncOutbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .serializer(
                (payload, context) -> {
                  throw new UnsupportedOperationException("not mine");
                })
            .build();
    assertThat(broken.transaction().events(ORDER, Event.of("A", 1)).commit())
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(PayloadSerializationException.class)
        .withRootCauseExactlyInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void cancellingTheCommitCancelsTheCall() {
    transaction().commit().cancel(true);
    assertThat(dynamoDb.answer).isCancelled();
  }

  @Test
  void transactionCommitsOnce() {
    AsyncOutboxTransaction transaction = transaction();
    CompletableFuture<CommitResult> first = transaction.commit();
    assertThatIllegalStateException().isThrownBy(transaction::commit);
    assertThat(first).isNotDone();
  }

  private AsyncOutboxTransaction transaction() {
    return outbox.transaction().events(ORDER.at(7), Event.of("OrderPlaced", Map.of()));
  }
}
