package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.PayloadUnavailableException.PayloadFault;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.FailedMessage;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import io.github.dynamooutbox.inbox.lambda.FailureKind;
import io.github.dynamooutbox.inbox.lambda.LambdaEvents;
import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import io.github.dynamooutbox.writer.ConditionFailedException;
import io.github.dynamooutbox.writer.Sleeper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** How a batch tells an inbox's failures apart. */
class BatchFailuresTest {
  private static final Map<String, AttributeValue> KEY =
      Map.of("PK", AttributeValue.fromS("TOTAL"), "SK", AttributeValue.fromS("-"));

  private final TableFake table = new TableFake();

  private static InboxBuilder inbox(DynamoDbClient client) {
    return Inbox.builder(client)
        .table(TableFake.NAME)
        .consumer("totals")
        .timeout(Duration.ofMillis(50))
        .sleeper(Sleeper.blocking());
  }

  private static FailedMessage failure(Inbox inbox, EventHandler handler) throws Exception {
    List<FailedMessage> failures = Collections.synchronizedList(new ArrayList<>());
    BatchAdapter adapter =
        BatchAdapter.of(BatchSource.SQS, inbox, handler)
            .onFailure(
                failed -> {
                  failures.add(failed);
                  return Decision.DELIVER_AGAIN;
                })
            .build();
    String body = LambdaEvents.cloudEvent(Events.at(Events.order("1"), 2));

    assertThat(new LambdaEvents().sqs("m1", body).call(adapter)).containsExactly("m1");
    assertThat(failures).hasSize(1);
    return failures.get(0);
  }

  @Test
  void aConditionOfTheHandlersOwn() throws Exception {
    FailedMessage failed =
        failure(
            inbox(table).build(), (event, tx) -> tx.check(KEY, "attribute_exists(PK)").named("x"));

    assertThat(failed.kind()).isEqualTo(FailureKind.CONDITION_FAILED);
    assertThat(failed.cause())
        .get(InstanceOfAssertFactories.throwable(ConditionFailedException.class))
        .hasMessage(failed.reason())
        .satisfies(e -> assertThat(e.conditions()).hasSize(1))
        .satisfies(e -> assertThat(e.conditions().get(0).action().isNamed("x")).isTrue());
  }

  @Test
  void eventsThatAreMissing() throws Exception {
    FailedMessage failed =
        failure(
            inbox(table).order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT)).build(),
            (event, tx) -> {});

    assertThat(failed.kind()).isEqualTo(FailureKind.WAITING);
    assertThat(failed.reason())
        .isEqualTo(
            "Order#1: missing from 0000000000000000001.000000 to before"
                + " 0000000000000000002.000000");
  }

  @ParameterizedTest
  @CsvSource({"TransactionConflict, TEMPORARY", "ThrottlingError, TEMPORARY", "lost, TEMPORARY"})
  void whatAnotherDeliveryHelpsAgainst(String code, FailureKind kind) throws Exception {
    DynamoDbClient failing =
        new WrappedDynamoDb(table) {
          @Override
          public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            if (code.equals("lost")) {
              throw ApiCallTimeoutException.create(1);
            }
            throw TransactionCanceledException.builder()
                .statusCode(400)
                .message("cancelled")
                .cancellationReasons(CancellationReason.builder().code(code).build())
                .build();
          }
        };

    assertThat(failure(inbox(failing).build(), (event, tx) -> {}).kind()).isEqualTo(kind);
  }

  static Stream<Arguments> kinds() {
    Payload.Reference reference = new Payload.Reference("s3://b/k", 1, "0".repeat(64), true);
    return Stream.of(
        arguments(
            ProvisionedThroughputExceededException.builder()
                .awsErrorDetails(code("ProvisionedThroughputExceededException"))
                .statusCode(400)
                .build(),
            FailureKind.TEMPORARY),
        arguments(
            InternalServerErrorException.builder().statusCode(500).build(), FailureKind.TEMPORARY),
        arguments(ApiCallTimeoutException.create(1), FailureKind.TEMPORARY),
        arguments(new UncheckedIOException(new IOException("reset")), FailureKind.TEMPORARY),
        arguments(DynamoDbException.builder().statusCode(400).build(), FailureKind.OTHER),
        arguments(
            new PayloadUnavailableException(reference, PayloadFault.GONE, "gone", null),
            FailureKind.UNUSABLE),
        arguments(
            new PayloadUnavailableException(reference, PayloadFault.WRONG_HASH, "hash", null),
            FailureKind.UNUSABLE),
        arguments(
            new PayloadUnavailableException(reference, PayloadFault.WRONG_LENGTH, "length", null),
            FailureKind.UNUSABLE),
        arguments(
            new PayloadUnavailableException(reference, PayloadFault.FOREIGN_PLACE, "place", null),
            FailureKind.OTHER),
        arguments(
            new PayloadUnavailableException(reference, PayloadFault.TOO_LARGE, "large", null),
            FailureKind.OTHER));
  }

  private static AwsErrorDetails code(String code) {
    return AwsErrorDetails.builder().errorCode(code).build();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyKindOfFailure(RuntimeException failure, FailureKind kind) throws Exception {
    assertThat(
            failure(
                    inbox(table).build(),
                    (event, tx) -> {
                      throw failure;
                    })
                .kind())
        .isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({"SQS_FIFO", "KINESIS"})
  void waitingIsRefusedWhereItHoldsUpWhatItWaitsFor(BatchSource source) {
    Inbox waits =
        inbox(table).order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT)).build();
    Inbox parks =
        inbox(table).order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK)).build();

    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> BatchAdapter.of(source, waits, (event, tx) -> {}))
        .withMessage(
            "batches of "
                + source
                + ": WAIT does not work there, because a waiting event holds up those that it waits"
                + " for; use PARK or ACCEPT");
    assertThat(BatchAdapter.of(source, parks, (event, tx) -> {}).build()).isNotNull();
    assertThat(BatchAdapter.of(BatchSource.SQS, waits, (event, tx) -> {}).build()).isNotNull();
  }
}
