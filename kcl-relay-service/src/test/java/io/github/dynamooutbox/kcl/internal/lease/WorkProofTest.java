package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

class WorkProofTest {
  private final List<String> asked = new ArrayList<>();
  private final List<Throwable> ended = new ArrayList<>();
  private @Nullable Throwable failure;
  private String failsOn = "";
  private long now;
  private final WorkProof proof =
      new WorkProof(new Tables(), WorkerSettings.of("app"), () -> now, ended::add);

  private final class Tables implements DynamoDbAsyncClient {
    private <T> CompletableFuture<T> answer(String call, CompletableFuture<T> usual) {
      asked.add(call);
      return failure != null && call.endsWith(failsOn)
          ? CompletableFuture.failedFuture(failure)
          : usual;
    }

    @Override
    public CompletableFuture<UpdateItemResponse> updateItem(UpdateItemRequest request) {
      return answer(
          "write " + request.tableName(),
          CompletableFuture.failedFuture(ConditionalCheckFailedException.builder().build()));
    }

    @Override
    public CompletableFuture<ScanResponse> scan(ScanRequest request) {
      return answer(
          "read " + request.tableName(),
          CompletableFuture.completedFuture(ScanResponse.builder().build()));
    }

    @Override
    public CompletableFuture<QueryResponse> query(QueryRequest request) {
      return answer(
          "query " + request.tableName(),
          CompletableFuture.completedFuture(QueryResponse.builder().build()));
    }

    @Override
    public String serviceName() {
      return "tables";
    }

    @Override
    public void close() {}
  }

  private static DynamoDbException code(String code, int status) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .statusCode(status)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .build();
  }

  private void passes(Duration time) {
    now += time.toNanos();
    proof.check();
  }

  @Test
  void takesAWriteToEachTableAndTheReadsOfLeases() {
    assertThat(proof.lacking()).isPresent();
    proof.check();

    assertThat(proof.lacking()).isEmpty();
    assertThat(asked)
        .containsExactly(
            "write app",
            "write app-CoordinatorState",
            "write app-WorkerMetricStats",
            "read app",
            "query app");
  }

  @Test
  void aRefusalEndsTheWorkerWithACodeOfItsOwn() {
    failsOn = "-WorkerMetricStats";
    failure = code("AccessDeniedException", 400);
    proof.check();
    assertThat(ended).as("a role may be new").isEmpty();
    passes(WorkProof.REFUSED);

    assertThat(ended)
        .singleElement()
        .isInstanceOfSatisfying(
            ServiceException.class,
            end -> {
              assertThat(end.exitCode()).isEqualTo(ExitCode.CANNOT_WORK);
              assertThat(end)
                  .hasMessageContaining("app-WorkerMetricStats")
                  .hasMessageContaining("AccessDeniedException");
            });
  }

  @Test
  void throttlingErrorsAndSilenceLeaveItUnprovenForAsLongAsTheyLast() {
    for (Throwable each :
        List.of(
            code("ThrottlingException", 400),
            code("InternalServerError", 500),
            code("ExpiredTokenException", 400),
            SdkClientException.create("no answer in time"))) {
      failure = each;
      for (int i = 0; i < 10; i++) {
        passes(Duration.ofMinutes(5));
      }
      assertThat(ended).isEmpty();
      assertThat(proof.lacking()).as(each.toString()).isPresent();
    }
    failure = null;
    proof.check();
    assertThat(proof.lacking()).isEmpty();
  }

  @Test
  void aTableThatIsMissingIsWaitedFor() {
    failure = ResourceNotFoundException.builder().build();
    proof.check();
    passes(WorkProof.MISSING.minusSeconds(1));
    assertThat(ended).isEmpty();
    passes(Duration.ofSeconds(1));
    assertThat(ended).hasSize(1);
  }

  @Test
  void rightsThatAreTakenAwayLaterEndItAsWell() {
    proof.check();
    failure = code("AccessDeniedException", 400);
    for (int i = 0; i < 100 && ended.isEmpty(); i++) {
      passes(WorkProof.EVERY);
    }
    assertThat(ended).isNotEmpty();
    assertThat(now).isLessThanOrEqualTo(Duration.ofSeconds(121).toNanos());
  }
}
