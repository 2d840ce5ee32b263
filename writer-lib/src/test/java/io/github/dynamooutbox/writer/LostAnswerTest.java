package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.ScriptedDynamoDb.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * What a commit says after a request whose answer was lost, for every answer to the next one: of
 * both kinds of clients, whatever number of requests the SDK has sent, with and without a key.
 */
class LostAnswerTest {
  /** Answers after which a request may have been carried out. */
  private static final Map<String, RuntimeException> LOST = lost();

  /** Answers that say that this request was not carried out, but nothing of an earlier one. */
  private static final Map<String, RuntimeException> REFUSED = refused();

  private static Map<String, RuntimeException> lost() {
    Map<String, RuntimeException> lost = new LinkedHashMap<>();
    lost.put("reset", client(new IOException("Connection reset")));
    lost.put("broken status line", client(new IOException("Invalid status line")));
    lost.put("500", status(500, "InternalServerError"));
    lost.put("503", status(503, "ServiceUnavailable"));
    lost.put("503 throttling", status(503, "ThrottlingException"));
    lost.put("no status", status(0, "None"));
    lost.put("status 999", status(999, "None"));
    lost.put("302", status(302, "None"));
    lost.put("408", status(408, "None"));
    lost.put("aborted", status(400, "RequestAbortedException"));
    lost.put("time-out", ApiCallTimeoutException.create(1));
    lost.put("time-out of an attempt", ApiCallAttemptTimeoutException.create(1));
    lost.put("interrupted", AbortedException.create("aborted"));
    lost.put("unchecked", new UncheckedIOException(new IOException("reset")));
    lost.put("unknown", new IllegalStateException("an interceptor's"));
    lost.put("in progress", FakeDynamoDb.inProgress());
    return lost;
  }

  private static Map<String, RuntimeException> refused() {
    Map<String, RuntimeException> refused = new LinkedHashMap<>();
    refused.put("expired", status(400, "ExpiredTokenException"));
    refused.put("denied", status(400, "AccessDeniedException"));
    refused.put("unrecognized", status(400, "UnrecognizedClientException"));
    refused.put("no table", status(400, "ResourceNotFoundException"));
    refused.put("validation", status(400, "ValidationException"));
    refused.put("mismatch", status(400, "IdempotentParameterMismatchException"));
    refused.put("throttled", FakeDynamoDb.throttled());
    refused.put("conflict", FakeDynamoDb.cancelled("TransactionConflict", "None", "None"));
    refused.put(
        "conflict of the marker", FakeDynamoDb.cancelled("None", "None", "TransactionConflict"));
    refused.put("throttled action", FakeDynamoDb.cancelled("ThrottlingError", "None", "None"));
    refused.put("invalid action", FakeDynamoDb.cancelled("ValidationError", "None", "None"));
    refused.put("no connection", client(new ConnectException("refused")));
    refused.put("no credentials", SdkClientException.create("no credentials"));
    return refused;
  }

  private static RuntimeException client(IOException cause) {
    return SdkClientException.builder().message("failed").cause(cause).numAttempts(1).build();
  }

  private static RuntimeException status(int status, String code) {
    return DynamoDbException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
        .message(code)
        .numAttempts(1)
        .build();
  }

  private static RuntimeException after(int attempts, RuntimeException failure) {
    return failure instanceof SdkException sdk && sdk.numAttempts() != null
        ? (RuntimeException) sdk.toBuilder().numAttempts(attempts).build()
        : failure;
  }

  /** How one commit ends, by a client of each kind. */
  private static void check(
      SoftAssertions softly, String what, Object expected, RuntimeException... answers) {
    for (boolean isCommand : List.of(false, true)) {
      softly
          .assertThat(blocking(isCommand, answers))
          .as("%s, %s", what, isCommand)
          .isEqualTo(expected);
      softly
          .assertThat(asynchronous(isCommand, answers))
          .as("%s, %s, async", what, isCommand)
          .isEqualTo(expected);
    }
  }

  /** A result's class, the outcome of an exception of ours, or the SDK's exception. */
  private static Object ending(Throwable failure) {
    return failure instanceof OutboxException ours ? ours.outcome() : failure;
  }

  private static Object blocking(boolean isCommand, RuntimeException... failures) {
    ScriptedDynamoDb dynamoDb = new ScriptedDynamoDb(answers(failures));
    dynamoDb.findsNoMarker = true;
    Outbox outbox =
        configured(Outbox.builder(dynamoDb.blocking()), dynamoDb).sleeper(dynamoDb::pause).build();
    try {
      return order(outbox.transaction(), isCommand).commit().getClass();
    } catch (RuntimeException e) {
      return ending(e);
    }
  }

  private static Object asynchronous(boolean isCommand, RuntimeException... failures) {
    ScriptedDynamoDb dynamoDb = new ScriptedDynamoDb(answers(failures));
    dynamoDb.findsNoMarker = true;
    AsyncOutbox outbox =
        configured(AsyncOutbox.builder(dynamoDb.async()), dynamoDb)
            .scheduler(dynamoDb.scheduler())
            .build();
    try {
      return order(outbox.transaction(), isCommand).commit().join().getClass();
    } catch (CompletionException e) {
      return ending(e.getCause());
    }
  }

  /** The last answer is repeated for ever; null is success. No marker is found. */
  private static List<Answer> answers(RuntimeException... failures) {
    List<Answer> answers = new ArrayList<>();
    for (RuntimeException failure : failures) {
      answers.add(new Answer(Duration.ofMillis(10), failure, Map.of()));
    }
    return answers;
  }

  private static <O> OutboxBuilder<O> configured(
      OutboxBuilder<O> builder, ScriptedDynamoDb dynamoDb) {
    return builder
        .table("orders")
        .source("/s")
        .retry(new CommitRetry(4, Duration.ofMillis(10), Duration.ofMillis(20)))
        .nanoTime(() -> dynamoDb.now().toNanos());
  }

  private static <T extends TransactionBuilder<T>> T order(T transaction, boolean isCommand) {
    T order =
        transaction
            .put(Items.order("1"))
            .events(Aggregate.of("Order", "1").at(1), Event.withoutPayload("OrderPlaced"));
    return isCommand ? order.idempotencyKey("k") : order;
  }

  @Test
  void successAfterALostAnswerIsACommit() {
    SoftAssertions.assertSoftly(
        softly -> LOST.forEach((name, lost) -> check(softly, name, Committed.class, lost, null)));
  }

  @Test
  void failedConditionAfterALostAnswerWroteNothing() {
    RuntimeException failed = FakeDynamoDb.cancelled("ConditionalCheckFailed", "None", "None");
    SoftAssertions.assertSoftly(
        softly ->
            LOST.forEach(
                (name, lost) -> check(softly, name, CommitOutcome.NOT_COMMITTED, lost, failed)));
  }

  @Test
  void everyOtherRefusalAfterALostAnswerLeavesTheOutcomeUnknown() {
    SoftAssertions.assertSoftly(
        softly ->
            LOST.forEach(
                (first, lost) ->
                    REFUSED.forEach(
                        (second, refused) ->
                            check(
                                softly,
                                first + ", then " + second,
                                CommitOutcome.UNKNOWN,
                                lost,
                                refused))));
  }

  @Test
  void laterRepeatSettlesIt() {
    SoftAssertions.assertSoftly(
        softly ->
            LOST.forEach(
                (first, lost) ->
                    REFUSED.forEach(
                        (second, refused) ->
                            check(
                                softly,
                                first + ", then " + second,
                                Committed.class,
                                lost,
                                refused,
                                null))));
  }

  /** The first of the SDK's requests may be the one that was carried out. */
  @Test
  void refusalAfterSeveralRequestsOfTheSdkLeavesTheOutcomeUnknown() {
    SoftAssertions.assertSoftly(
        softly -> {
          for (int attempts = 2; attempts <= 4; attempts++) {
            for (Map.Entry<String, RuntimeException> refused : REFUSED.entrySet()) {
              RuntimeException last = after(attempts, counted(refused.getValue()));
              check(softly, attempts + " " + refused.getKey(), CommitOutcome.UNKNOWN, last);
            }
          }
        });
  }

  @Test
  void onlyRequestAfterSeveralOfTheSdkStillLeavesTheOutcomeUnknown() {
    RuntimeException several = after(2, counted(FakeDynamoDb.throttled()));
    SoftAssertions.assertSoftly(
        softly ->
            REFUSED.forEach(
                (name, refused) ->
                    check(softly, name, CommitOutcome.UNKNOWN, several, counted(refused))));
  }

  /** With a number of requests, which a failure before the first one has not. */
  private static RuntimeException counted(RuntimeException failure) {
    return (RuntimeException) ((SdkException) failure).toBuilder().numAttempts(1).build();
  }

  @Test
  void refusalOfTheOnlyRequestWroteNothing() {
    SoftAssertions.assertSoftly(
        softly ->
            REFUSED.forEach(
                (name, refused) -> {
                  boolean isOurs =
                      refused
                              instanceof
                              software.amazon.awssdk.services.dynamodb.model
                                  .TransactionCanceledException
                          || name.equals("throttled");
                  check(softly, name, isOurs ? CommitOutcome.NOT_COMMITTED : refused, refused);
                }));
  }
}
