package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class LeaseCallsTest {
  private static final Map<String, AttributeValue> LOCK =
      Map.of(Leader.KEY, AttributeValue.fromS("Leader"));

  private final CoordinatorTable table = new CoordinatorTable();
  private long now;
  private final LeaseCalls calls = new LeaseCalls(table, Duration.ofMillis(500), () -> now);
  private final DynamoDbAsyncClient kcl = calls.client();

  /** The leader's lock in a table whose answers can be lost, to the first attempt or to all. */
  private final class CoordinatorTable implements DynamoDbAsyncClient {
    private final Map<String, AttributeValue> lock = new HashMap<>();
    private final List<String> others = new ArrayList<>();
    private boolean losesFirstAnswer;
    private boolean losesAnswers;
    private CompletableFuture<Void> reads = CompletableFuture.completedFuture(null);

    @Override
    public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
      if (request.expressionAttributeValues().isEmpty()) {
        others.add("report");
        return CompletableFuture.completedFuture(UpdateItemResponse.builder().build());
      }
      return attempts(
          request.expressionAttributeValues().get(":rvn"),
          request.expressionAttributeValues().get(":newRvn"),
          UpdateItemResponse.builder().build());
    }

    @Override
    public CompletableFuture<PutItemResponse> putItem(PutItemRequest request) {
      return attempts(
          request.expressionAttributeValues().get(":rvn"),
          request.item().get("recordVersionNumber"),
          PutItemResponse.builder().build());
    }

    private <T> CompletableFuture<T> attempts(AttributeValue before, AttributeValue next, T done) {
      for (int attempt = 1; attempt <= 2; attempt++) {
        if (!before.equals(lock.get("recordVersionNumber"))) {
          return CompletableFuture.failedFuture(ConditionalCheckFailedException.builder().build());
        }
        lock.put("recordVersionNumber", next);
        if (losesAnswers) {
          return CompletableFuture.failedFuture(SdkClientException.create("no answer in time"));
        }
        if (!losesFirstAnswer) {
          return CompletableFuture.completedFuture(done);
        }
      }
      throw new AssertionError("a second attempt cannot succeed");
    }

    @Override
    public CompletableFuture<GetItemResponse> getItem(GetItemRequest request) {
      assertThat(request.consistentRead()).isTrue();
      assertThat(request.key()).isEqualTo(LOCK);
      GetItemResponse found = GetItemResponse.builder().item(lock).build();
      return reads.thenApply(before -> found);
    }

    @Override
    public CompletableFuture<DeleteItemResponse> deleteItem(DeleteItemRequest request) {
      others.add("delete " + request.key().get("wid").s());
      now += Duration.ofSeconds(1).toNanos();
      return CompletableFuture.completedFuture(DeleteItemResponse.builder().build());
    }

    @Override
    public String serviceName() {
      return "table";
    }

    @Override
    public void close() {}
  }

  private void renew(String before, String next) {
    kcl.updateItem(
            UpdateItemRequest.builder()
                .tableName("coordinator")
                .key(LOCK)
                .expressionAttributeValues(
                    Map.of(
                        ":rvn", AttributeValue.fromS(before),
                        ":newRvn", AttributeValue.fromS(next)))
                .build())
        .join();
  }

  private void hasVersion(String version) {
    table.lock.put("recordVersionNumber", AttributeValue.fromS(version));
  }

  @Test
  void aRenewalWhoseFirstAnswerWasLostSucceeds() {
    hasVersion("1");
    table.losesFirstAnswer = true;
    renew("1", "2");
    renew("2", "3");
    assertThat(calls.failed()).isZero();
  }

  @Test
  void aRenewalWhoseAnswersWereAllLostDoesNotFailTheNextOne() {
    hasVersion("1");
    table.losesAnswers = true;
    assertThatThrownBy(() -> renew("1", "2")).hasMessageContaining("no answer in time");
    table.losesAnswers = false;
    renew("1", "3");
    assertThat(table.lock.get("recordVersionNumber").s()).isEqualTo("3");
    assertThat(calls.failed()).isOne();
  }

  @Test
  void aLockThatAnotherWorkerHasTakenIsLost() {
    hasVersion("of another");
    assertThatThrownBy(() -> renew("1", "2"))
        .hasCauseInstanceOf(ConditionalCheckFailedException.class);
    assertThat(calls.failed()).as("the table works").isZero();
  }

  @Test
  void aLockThatWasTakenWithoutAnAnswerIsHeld() {
    hasVersion("expired");
    table.losesFirstAnswer = true;
    kcl.putItem(
            PutItemRequest.builder()
                .tableName("coordinator")
                .item(
                    Map.of(
                        Leader.KEY,
                        AttributeValue.fromS("Leader"),
                        "recordVersionNumber",
                        AttributeValue.fromS("mine")))
                .expressionAttributeValues(Map.of(":rvn", AttributeValue.fromS("expired")))
                .build())
        .join();
  }

  @Test
  void aWorkerThatHasLeftReportsNoLoad() {
    UpdateItemRequest report =
        UpdateItemRequest.builder()
            .tableName("loads")
            .key(Map.of("wid", AttributeValue.fromS("worker")))
            .build();
    kcl.updateItem(report).join();
    calls.leave("loads", "worker").join();
    kcl.updateItem(report).join();

    assertThat(table.others).containsExactly("report", "delete worker");
  }

  /** KCL asks in its only loop, which takes each step of each shard's start. */
  @Test
  void aReadOfTheLockDoesNotWaitForASlowTableIfThereWasOneBefore() {
    hasVersion("1");
    assertThat(lock()).isEqualTo("1");
    hasVersion("2");
    CompletableFuture<Void> slow = new CompletableFuture<>();
    table.reads = slow;

    assertThat(lock()).isEqualTo("1");
    slow.complete(null);
    assertThat(lock()).isEqualTo("2");
  }

  @Test
  void aLockThatCannotBeReadIsNotTheOneOfBefore() {
    hasVersion("1");
    assertThat(lock()).isEqualTo("1");
    table.reads = CompletableFuture.failedFuture(SdkClientException.create("no answer in time"));

    assertThatThrownBy(this::lock).hasMessageContaining("no answer in time");
    assertThatThrownBy(this::lock).hasMessageContaining("no answer in time");
  }

  private String lock() {
    return kcl.getItem(
            GetItemRequest.builder()
                .tableName("coordinator")
                .key(LOCK)
                .consistentRead(true)
                .build())
        .join()
        .item()
        .get("recordVersionNumber")
        .s();
  }

  @Test
  void countsSlowCalls() {
    kcl.deleteItem(
            DeleteItemRequest.builder().key(Map.of("wid", AttributeValue.fromS("another"))).build())
        .join();
    assertThat(calls.slow()).as("measured from before the call").isOne();
  }
}
