package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

@Timeout(30)
class SecondTriesTest {
  private final Table table = new Table();
  private final DynamoDbAsyncClient tries = SecondTries.of(table, Duration.ofMillis(20));

  /** Answers when the test says so. */
  private static final class Table implements DynamoDbAsyncClient {
    private final BlockingQueue<CompletableFuture<UpdateItemResponse>> asked =
        new LinkedBlockingQueue<>();

    @Override
    public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
      CompletableFuture<UpdateItemResponse> answer = new CompletableFuture<>();
      asked.add(answer);
      return answer;
    }

    CompletableFuture<UpdateItemResponse> next() throws InterruptedException {
      CompletableFuture<UpdateItemResponse> next = asked.poll(20, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      return next;
    }

    @Override
    public String serviceName() {
      return "table";
    }

    @Override
    public void close() {}
  }

  private CompletableFuture<UpdateItemResponse> write(String key) {
    return tries.updateItem(
        UpdateItemRequest.builder().key(Map.of(key, AttributeValue.fromS("1"))).build());
  }

  private static void isCancelled(CompletableFuture<?> attempt) {
    assertThatThrownBy(() -> attempt.get(20, TimeUnit.SECONDS))
        .isInstanceOf(CancellationException.class);
  }

  private static UpdateItemResponse answer() {
    return UpdateItemResponse.builder().build();
  }

  /** A table that is slow answers each try, only late. */
  @Test
  void theFirstAnswerCountsAlsoIfItIsThatOfTheFirstTry() throws Exception {
    CompletableFuture<UpdateItemResponse> call = write("leaseKey");
    CompletableFuture<UpdateItemResponse> first = table.next();
    CompletableFuture<UpdateItemResponse> second = table.next();
    first.complete(answer());

    assertThat(call.join()).isEqualTo(answer());
    isCancelled(second);
  }

  @Test
  void aConnectionThatDiedCostsTheFirstTryOnly() throws Exception {
    CompletableFuture<UpdateItemResponse> call = write("leaseKey");
    CompletableFuture<UpdateItemResponse> first = table.next();
    table.next().complete(answer());

    assertThat(call.join()).isEqualTo(answer());
    isCancelled(first);
  }

  /** The second try of a write that was applied is refused because of the first. */
  @Test
  void aRefusalOfTheSecondTryWaitsForTheFirst() throws Exception {
    CompletableFuture<UpdateItemResponse> call = write("leaseKey");
    CompletableFuture<UpdateItemResponse> first = table.next();
    table.next().completeExceptionally(ConditionalCheckFailedException.builder().build());
    assertThat(call).isNotDone();
    first.complete(answer());

    assertThat(call.join()).isEqualTo(answer());
  }

  @Test
  void aRefusalCountsMoreThanNoAnswer() throws Exception {
    CompletableFuture<UpdateItemResponse> call = write("leaseKey");
    CompletableFuture<UpdateItemResponse> first = table.next();
    table.next().completeExceptionally(ConditionalCheckFailedException.builder().build());
    first.completeExceptionally(SdkClientException.create("no answer"));

    assertThatThrownBy(call::join).hasCauseInstanceOf(ConditionalCheckFailedException.class);
  }

  @Test
  void aCallEndsWhenTheFirstTryHasTakenAsLongAsACallMay() throws Exception {
    CompletableFuture<UpdateItemResponse> call = write("leaseKey");
    CompletableFuture<UpdateItemResponse> first = table.next();
    CompletableFuture<UpdateItemResponse> second = table.next();
    first.completeExceptionally(ApiCallTimeoutException.create(1));

    assertThatThrownBy(call::join).hasCauseInstanceOf(ApiCallTimeoutException.class);
    isCancelled(second);
  }

  /** It could be written after the worker has left, which would then be assigned leases. */
  @Test
  void aReportOfLoadIsMadeOnce() throws Exception {
    CompletableFuture<UpdateItemResponse> report = write(LeaseCalls.WORKER);
    CompletableFuture<UpdateItemResponse> first = table.next();
    CompletableFuture<UpdateItemResponse> later = write("leaseKey");
    CompletableFuture<UpdateItemResponse> ofLater = table.next();
    table.next().complete(answer());
    later.join();

    isCancelled(ofLater);
    first.complete(answer());
    assertThat(report.join()).isEqualTo(answer());
    assertThat(table.asked).isEmpty();
  }
}
