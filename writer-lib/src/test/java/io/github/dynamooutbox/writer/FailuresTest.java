package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.writer.PreconditionFailedException.TakenVersion;
import io.github.dynamooutbox.writer.TransactionCancelledException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Everything that a caller is told when a commit fails, for each way in which it can. */
class FailuresTest {
  private static final String FAILED = "ConditionalCheckFailed";
  private static final AggregateKey ORDER = new AggregateKey("Order", "1");
  private static final ActionRef PUT =
      new ActionRef(0, "order", "put", "orders", "PK=ORDER#1, SK=ORDER");
  private static final String PUT_TEXT =
      "action 0 \"order\" (put, table orders, PK=ORDER#1, SK=ORDER)";
  private static final ActionRef RECORD =
      new ActionRef(
          1, "", "outbox record of Order#1", "orders", "PK=OUTBOX#Order#1, SK=0000000000000000007");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox = outbox(1);

  private Outbox outbox(int attempts) {
    return Outbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .clock(InstantSource.fixed(Instant.parse("2026-11-21T10:15:30Z")))
        .retry(new CommitRetry(attempts, Duration.ZERO, Duration.ZERO))
        .build();
  }

  private static OutboxTransaction order(Outbox outbox) {
    return outbox
        .transaction()
        .put(Items.order("1"))
        .named("order")
        .events(Aggregate.of("Order", "1").at(7), Event.withoutPayload("OrderPlaced").id("e-1"));
  }

  private Ended ended(OutboxTransaction transaction, RuntimeException... failures) {
    dynamoDb.failNext(failures);
    return Ended.of(transaction::commit);
  }

  @Test
  void conflict() {
    TransactionCanceledException cause = FakeDynamoDb.cancelled("TransactionConflict");
    String reason = PUT_TEXT + ": TransactionConflict";

    assertThat(ended(order(outbox), cause))
        .isEqualTo(
            Ended.refused(
                CommitConflictException.class,
                "in conflict with other transactions at the last of 1 request: " + reason,
                cause,
                1,
                new Reason(PUT, "TransactionConflict")));
    assertThat(ended(order(outbox(2)), cause, cause).message())
        .isEqualTo("in conflict with other transactions at the last of 2 requests: " + reason);
  }

  @Test
  void throttling() {
    TransactionCanceledException cancelled = FakeDynamoDb.cancelled("RequestLimitExceeded");
    ThrottlingException cause = FakeDynamoDb.throttled();
    RuntimeException twice = cause.toBuilder().numAttempts(2).build();

    assertThat(ended(order(outbox), cancelled))
        .isEqualTo(
            Ended.refused(
                CommitThrottledException.class,
                "throttled at the last of 1 request: " + PUT_TEXT + ": RequestLimitExceeded",
                cancelled,
                1,
                new Reason(PUT, "RequestLimitExceeded")));
    assertThat(ended(order(outbox(2)), cause, cause))
        .isEqualTo(
            Ended.refused(
                CommitThrottledException.class, "throttled at the last of 2 requests", cause, 2));
    assertThat(ended(order(outbox), twice))
        .as("the first of the SDK's requests may have arrived")
        .isEqualTo(
            Ended.unknown(
                CommitThrottledException.class, "throttled at the last of 2 requests", twice, 2));
  }

  @Test
  void failedCondition() {
    TransactionCanceledException cause = FakeDynamoDb.cancelledWith(Items.order("old"), FAILED);
    FailedCondition condition = new FailedCondition(PUT, Items.order("old"));

    assertThat(ended(order(outbox), cause))
        .isEqualTo(
            new Ended(
                ConditionFailedException.class,
                PUT_TEXT + ": its condition failed; load the items again",
                Optional.of(CommitOutcome.NOT_COMMITTED),
                Optional.of(cause),
                List.of(),
                -1,
                List.of(new Reason(PUT, FAILED)),
                List.of(condition),
                List.of()));
    assertThat(condition.index()).isZero();
    assertThat(condition.action().isNamed("order")).isTrue();
    assertThat(condition.action().isNamed("")).isFalse();
  }

  @Test
  void takenVersion() {
    TransactionCanceledException cause = FakeDynamoDb.cancelled(FAILED, FAILED);
    dynamoDb.failNext(cause);
    VersionTakenException e = (VersionTakenException) catchThrowable(() -> order(outbox).commit());

    assertThat(Ended.of(e))
        .isEqualTo(
            new Ended(
                VersionTakenException.class,
                "Order#1 at version 7: another transaction has committed it; "
                    + PUT_TEXT
                    + ": its condition failed; load the aggregate again",
                Optional.of(CommitOutcome.NOT_COMMITTED),
                Optional.of(cause),
                List.of(),
                -1,
                List.of(new Reason(PUT, FAILED), new Reason(RECORD, FAILED)),
                List.of(new FailedCondition(PUT, Map.of())),
                List.of(new TakenVersion(ORDER, 7))));
    assertThat(e.aggregate()).isEqualTo(ORDER);
    assertThat(e.version()).isEqualTo(7);
    assertThat(e.reasons().get(1).index()).isOne();
  }

  @Test
  void otherReasonAndNone() {
    TransactionCanceledException cause = FakeDynamoDb.cancelled("None", "ValidationError");
    TransactionCanceledException silent = FakeDynamoDb.cancelled();

    assertThat(ended(order(outbox), cause))
        .isEqualTo(
            Ended.refused(
                TransactionCancelledException.class,
                "the transaction was cancelled: action 1 (outbox record of Order#1, table orders,"
                    + " PK=OUTBOX#Order#1, SK=0000000000000000007): ValidationError",
                cause,
                -1,
                new Reason(RECORD, "ValidationError")));
    assertThat(ended(order(outbox), silent))
        .isEqualTo(
            Ended.refused(
                TransactionCancelledException.class,
                "the transaction was cancelled: DynamoDB gave no reason",
                silent,
                -1));
  }

  @Test
  void unknownOutcome() {
    RuntimeException timeout = ApiCallTimeoutException.create(1);
    RuntimeException conflict = FakeDynamoDb.cancelled("TransactionConflict");
    RuntimeException inProgress = FakeDynamoDb.inProgress();

    assertThat(ended(order(outbox), timeout))
        .isEqualTo(
            Ended.unknown(
                CommitOutcomeUnknownException.class,
                "it is unknown whether the transaction was committed (ApiCallTimeoutException after"
                    + " 1 request); repeat it under its idempotency key, or read what it would have"
                    + " written",
                timeout,
                1));
    assertThat(ended(order(outbox(2)), conflict, timeout).message())
        .contains("(ApiCallTimeoutException after 2 requests)");
    assertThat(ended(order(outbox), inProgress))
        .isEqualTo(
            Ended.unknown(
                CommitInProgressException.class,
                "DynamoDB was still processing this transaction after 1 request; it may still be"
                    + " applied",
                inProgress,
                1));
    assertThat(ended(order(outbox(2)), inProgress, inProgress).message())
        .contains("after 2 requests;");
  }
}
