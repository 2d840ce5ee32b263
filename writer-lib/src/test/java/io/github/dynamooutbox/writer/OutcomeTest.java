package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.writer.internal.settle.SdkFailures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;

/** What is known about a transaction after commit has thrown. */
class OutcomeTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .retry(new CommitRetry(3, Duration.ZERO, Duration.ZERO))
          .build();

  private OutboxTransaction order() {
    return outbox
        .transaction()
        .put(Items.order("1"), "attribute_not_exists(PK)")
        .events(Aggregate.of("Order", "1").at(1), Event.of("OrderPlaced", 1));
  }

  @Test
  void lostAnswersAndErrorsOfTheServiceLeaveItUnknown() {
    assertUnknown(InternalServerErrorException.builder().statusCode(500).message("5").build());
    assertUnknown(DynamoDbException.builder().statusCode(503).message("5").build());
    assertUnknown(ApiCallTimeoutException.create(10_000));
    assertUnknown(ApiCallAttemptTimeoutException.create(10_000));
    assertUnknown(AbortedException.create("interrupted"));
    assertUnknown(connection(new IOException("reset"), 1));
    assertUnknown(connection(new ConnectException("refused"), 2));
    assertUnknown(FakeDynamoDb.inProgress());
    assertUnknown(new IllegalStateException("an interceptor's"));
    assertUnknown(new UncheckedIOException(new IOException("reset")));
    assertUnknown(status(0));
    assertUnknown(status(302));
    assertUnknown(status(700));
    assertUnknown(status(408));
    assertUnknown(
        DynamoDbException.builder()
            .statusCode(400)
            .awsErrorDetails(AwsErrorDetails.builder().errorCode("RequestAbortedException").build())
            .message("closed")
            .build());
  }

  private void assertUnknown(RuntimeException failure) {
    dynamoDb.failWith(failure);
    assertThat(catchThrowable(() -> order().commit()))
        .isInstanceOfSatisfying(
            CommitOutcomeUnknownException.class,
            e -> assertThat(e.outcome()).isEqualTo(CommitOutcome.UNKNOWN))
        .hasCause(failure);
  }

  /** DynamoDB would have recognised the request that it had applied. */
  @Test
  void failedConditionOfWhatTheSdkSentTwiceIsCertain() {
    dynamoDb.failWith(
        FakeDynamoDb.cancelled("ConditionalCheckFailed").toBuilder().numAttempts(2).build());

    ConditionFailedException e =
        catchThrowableOfType(ConditionFailedException.class, () -> order().commit());

    assertThat(e.outcome()).isEqualTo(CommitOutcome.NOT_COMMITTED);
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void connectionThatWasNeverMadeAndWantOfCredentialsWroteNothing() {
    for (RuntimeException failure :
        new RuntimeException[] {
          connection(new ConnectException("refused"), 1),
          connection(new UnknownHostException("nowhere"), 1),
          connection(new IOException("failed", new NoRouteToHostException("none")), 1),
          status(499),
          SdkClientException.create("no credentials"),
          DynamoDbException.builder().statusCode(400).message("no rights").build()
        }) {
      dynamoDb.failWith(failure);
      assertThat(catchThrowable(() -> order().commit())).isSameAs(failure);
    }
  }

  /** Reading is repeated where a moment may help, whatever the kind of the failure. */
  @Test
  void whichFailuresOfAReadMayPass() {
    assertThat(SdkFailures.mayPass(FakeDynamoDb.throttled())).isTrue();
    assertThat(SdkFailures.mayPass(status(500))).isTrue();
    assertThat(SdkFailures.mayPass(status(499))).isFalse();
    assertThat(SdkFailures.mayPass(ApiCallTimeoutException.create(1))).isTrue();
    assertThat(SdkFailures.mayPass(connection(new IOException("reset"), 1))).isTrue();
    assertThat(SdkFailures.mayPass(AbortedException.create("interrupted"))).isFalse();
    assertThat(SdkFailures.mayPass(new IllegalStateException())).isTrue();
    assertThat(SdkFailures.mayPass(new StackOverflowError())).isFalse();
  }

  @Test
  void howManyRequestsTheSdkSent() {
    assertThat(SdkFailures.requests(connection(new IOException("reset"), 3))).isEqualTo(3);
    assertThat(SdkFailures.requests(connection(new IOException("reset"), 0))).isOne();
    assertThat(SdkFailures.requests(SdkClientException.create("no credentials"))).isOne();
    assertThat(SdkFailures.requests(new IllegalStateException())).isOne();
  }

  private static RuntimeException status(int code) {
    return DynamoDbException.builder().statusCode(code).message("s").build();
  }

  private static SdkClientException connection(IOException cause, int attempts) {
    return SdkClientException.builder().cause(cause).numAttempts(attempts).build();
  }

  @Test
  void throttlingAfterATransactionInProgressIsStillUnknown() {
    dynamoDb.failNext(FakeDynamoDb.inProgress());
    dynamoDb.failWith(FakeDynamoDb.throttled());
    assertThat(catchThrowable(() -> order().commit()))
        .isInstanceOf(CommitInProgressException.class)
        .hasMessageContaining("still processing")
        .hasMessageContaining("may still be applied");
  }

  @Test
  void refusalOfTheVersionKeepsTheCallersFailedConditionsAndOldItems() {
    dynamoDb.failNext(
        FakeDynamoDb.cancelledWith(
            Items.order("old"), "ConditionalCheckFailed", "ConditionalCheckFailed"));

    PreconditionFailedException e =
        catchThrowableOfType(PreconditionFailedException.class, () -> order().commit());

    assertThat(e).isInstanceOf(VersionTakenException.class);
    assertThat(e.takenVersions()).hasSize(1);
    assertThat(e.takenVersions().get(0).version()).isOne();
    assertThat(e.conditions())
        .containsExactly(
            new FailedCondition(
                new ActionRef(0, "", "put", "orders", "PK=ORDER#1, SK=ORDER"), Items.order("old")));
    assertThat(e.getMessage()).contains("Order#1 at version 1").contains("action 0 (put");
  }

  @Test
  void sameErrorHasOneSupertypeAlsoWhenTheRecordHasExpired() {
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed", "None"));
    assertThat(catchThrowable(() -> order().commit()))
        .isInstanceOf(ConditionFailedException.class)
        .isInstanceOf(PreconditionFailedException.class);
  }

  @Test
  void markerThatCannotBeReadIsReadAgain() {
    order().idempotencyKey("k").commit();
    Map<String, AttributeValue> marker = dynamoDb.request().transactItems().get(2).put().item();
    dynamoDb.item(marker);
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "None", "ConditionalCheckFailed"));
    dynamoDb.failNextRead(FakeDynamoDb.throttled(), FakeDynamoDb.throttled());

    assertThat(order().idempotencyKey("k").commit())
        .isInstanceOf(CommitResult.AlreadyCommitted.class);
    assertThat(dynamoDb.reads).hasSize(3);
  }

  @Test
  void markerThatCannotBeReadAtAllDoesNotHideTheRefusal() {
    RuntimeException denied = DynamoDbException.builder().statusCode(400).message("denied").build();
    dynamoDb.failNext(FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "None"));
    dynamoDb.failNextRead(denied);

    CommitOutcomeUnknownException e =
        catchThrowableOfType(
            CommitOutcomeUnknownException.class, () -> order().idempotencyKey("k").commit());

    assertThat(e.getCause()).isInstanceOf(ConditionFailedException.class);
    assertThat(e.getSuppressed()).containsExactly(denied);
    assertThat(e.getMessage()).contains("dynamodb:GetItem").contains("its condition failed");
    assertThat(dynamoDb.reads).hasSize(1);
  }
}
