package io.github.dynamooutbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.FailedMessage;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import io.github.dynamooutbox.inbox.lambda.FailureKind;
import io.github.dynamooutbox.inbox.lambda.LambdaEvents;
import io.github.dynamooutbox.writer.Sleeper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** What a batch does about parked events that fail behind its messages. */
class BatchParkedTest {
  private final TableFake table = new TableFake();

  private static InboxBuilder inbox(DynamoDbClient client) {
    return Inbox.builder(client)
        .table(TableFake.NAME)
        .consumer("totals")
        .timeout(Duration.ofMillis(50))
        .sleeper(Sleeper.blocking());
  }

  /** Version 2 is parked, its handler fails, and version 1 closes the gap. */
  @ParameterizedTest
  @CsvSource({"DELIVER_AGAIN, SQS", "ACKNOWLEDGE, SQS", "DELIVER_AGAIN, KINESIS"})
  void aParkedEventIsReportedAsItself(Decision decision, BatchSource source) throws Exception {
    List<FailedMessage> failures = new ArrayList<>();
    Inbox inbox =
        inbox(table).order(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK)).build();
    BatchAdapter adapter =
        BatchAdapter.of(
                source,
                inbox,
                (event, tx) -> {
                  if (event.position().orElseThrow().version() == 2) {
                    throw new IllegalStateException("secret");
                  }
                })
            .parallel(1)
            .onFailure(
                failed -> {
                  failures.add(failed);
                  return decision;
                })
            .build();
    ReceivedEvent first = Events.at(Events.order("1"), 1);
    ReceivedEvent poison = Events.at(Events.order("1"), 2);
    ReceivedEvent third = Events.at(Events.order("1"), 4);
    inbox.handle(poison, tx -> {});
    inbox.handle(Events.at(Events.order("1"), 3), tx -> {});
    LambdaEvents batch = new LambdaEvents();
    for (ReceivedEvent event : List.of(first, third)) {
      String id = "m" + event.position().orElseThrow().version();
      String body = LambdaEvents.cloudEvent(event);
      LambdaEvents unused =
          source == BatchSource.SQS ? batch.sqs(id, body) : batch.kinesis(id, "g", body);
    }

    assertThat(batch.call(adapter)).as("is handled or parked").isEmpty();

    assertThat(failures).hasSize(decision == Decision.ACKNOWLEDGE ? 1 : 2);
    FailedMessage failed = failures.get(0);
    assertThat(failed.parked()).isTrue();
    assertThat(failed.kind()).isEqualTo(FailureKind.OTHER);
    assertThat(failed.event().map(WholeEvent::of)).contains(WholeEvent.of(poison));
    assertThat(Envelopes.sqs(new String(failed.body().toBytes(), UTF_8), Map.of()))
        .extracting(WholeEvent::of)
        .isEqualTo(WholeEvent.of(poison));
    assertThat(failed)
        .hasToString(
            "parked event ("
                + poison
                + "), resumed with message m1 is not finished: OTHER,"
                + " java.lang.IllegalStateException");
    long left = decision == Decision.ACKNOWLEDGE ? 0 : 3;
    assertThat(inbox.parked(Events.SOURCE, Events.order("1"))).hasSize((int) left);
  }

  /** Without an inbox there is nothing to give up a parked event with. */
  @Test
  void whatAProcessorOfOnesOwnHasParkedIsAskedAboutOnce() throws Exception {
    ReceivedEvent event = Events.at(Events.order("1"), 1);
    ParkedFailure behind =
        new ParkedFailure(
            Events.SOURCE,
            Events.order("1"),
            Optional.of(Events.at(Events.order("1"), 2)),
            new IllegalStateException("secret"));
    AtomicInteger processed = new AtomicInteger();
    AtomicInteger asked = new AtomicInteger();
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                (message, left) -> {
                  processed.incrementAndGet();
                  return new HandleResult.Handled(Optional.empty(), true, Optional.of(behind));
                })
            .onFailure(
                failed -> {
                  asked.incrementAndGet();
                  return Decision.ACKNOWLEDGE;
                })
            .build();

    assertThat(new LambdaEvents().sqs("m1", LambdaEvents.cloudEvent(event)).call(adapter))
        .isEmpty();
    assertThat(processed).hasValue(1);
    assertThat(asked).hasValue(1);
  }

  private static TableFake refusingWhile(AtomicBoolean isDenied) {
    return new TableFake() {
      @Override
      public synchronized TransactWriteItemsResponse transactWriteItems(
          TransactWriteItemsRequest request) {
        if (isDenied.get()) {
          throw DynamoDbException.builder()
              .statusCode(400)
              .message("denied")
              .awsErrorDetails(AwsErrorDetails.builder().errorCode("AccessDeniedException").build())
              .build();
        }
        return super.transactWriteItems(request);
      }
    };
  }

  @Test
  void skipThatIsRefusedIsNoCursorThatWasAlreadyThere() {
    AtomicBoolean isDenied = new AtomicBoolean(true);
    Inbox inbox =
        inbox(refusingWhile(isDenied))
            .order(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK))
            .build();

    assertThatThrownBy(() -> inbox.skip(Events.SOURCE, Events.order("1"), 3))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("denied");
    isDenied.set(false);
    assertThat(inbox.skip(Events.SOURCE, Events.order("1"), 3)).isTrue();
    assertThat(inbox.skip(Events.SOURCE, Events.order("1"), 3)).isFalse();
  }

  /** Which DynamoDB refuses for a reason that says nothing about the event. */
  @Test
  void messageIsDeliveredAgainIfAParkedEventCannotBeGivenUp() throws Exception {
    AtomicBoolean isDenied = new AtomicBoolean();
    TableFake failing = refusingWhile(isDenied);
    Inbox inbox =
        inbox(failing).order(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK)).build();
    ReceivedEvent poison = Events.at(Events.order("1"), 2);
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                inbox,
                (event, tx) -> {
                  if (event.position().orElseThrow().version() == 2) {
                    throw new IllegalStateException("secret");
                  }
                })
            .onFailure(
                failed -> {
                  isDenied.set(true);
                  return Decision.ACKNOWLEDGE;
                })
            .build();
    inbox.handle(poison, tx -> {});
    String first = LambdaEvents.cloudEvent(Events.at(Events.order("1"), 1));

    List<String> logged =
        LoggedBy.during(
            BatchAdapter.class,
            () ->
                assertThat(new LambdaEvents().sqs("m1", first).call(adapter))
                    .containsExactly("m1"));

    assertThat(logged)
        .containsExactly(
            "parked "
                + poison
                + ": java.lang.IllegalStateException could not be given up, message m1 is delivered"
                + " again: software.amazon.awssdk.services.dynamodb.model.DynamoDbException");
    assertThat(inbox.parked(Events.SOURCE, Events.order("1")))
        .extracting(WholeEvent::of)
        .containsExactly(WholeEvent.of(poison));
  }

  @Test
  void whatMayPassOfAParkedEventIsTriedAgainWithTheMessage() throws Exception {
    List<FailedMessage> failures = new ArrayList<>();
    Inbox inbox =
        inbox(table).order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK)).build();
    AtomicInteger calls = new AtomicInteger();
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                inbox,
                (event, tx) -> {
                  if (event.position().orElseThrow().version() == 2
                      && calls.getAndIncrement() == 0) {
                    throw ApiCallTimeoutException.create(1);
                  }
                })
            .onFailure(
                failed -> {
                  failures.add(failed);
                  return Decision.DELIVER_AGAIN;
                })
            .build();
    inbox.handle(Events.at(Events.order("1"), 2), tx -> {});
    LambdaEvents batch =
        new LambdaEvents().sqs("m1", LambdaEvents.cloudEvent(Events.at(Events.order("1"), 1)));

    assertThat(batch.call(adapter)).containsExactly("m1");
    assertThat(failures).singleElement().matches(FailedMessage::parked);
    assertThat(batch.call(adapter)).isEmpty();
    assertThat(inbox.parked(Events.SOURCE, Events.order("1"))).isEmpty();
  }

  /** The message of its own, or of another event of the aggregate, does not come again. */
  @Test
  void whatIsBehindAParkedEventThatIsGivenUpIsHandledWithTheSameMessage() throws Exception {
    List<FailedMessage> failures = new ArrayList<>();
    Effects effects = new Effects(table, TableFake.NAME, "totals");
    Inbox inbox =
        inbox(table).order(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK)).build();
    BatchAdapter adapter =
        BatchAdapter.of(
                BatchSource.SQS,
                inbox,
                (event, tx) -> {
                  if (event.position().orElseThrow().version() % 2 == 0) {
                    throw new IllegalStateException("secret");
                  }
                  effects.handle(event, tx);
                })
            .onFailure(
                failed -> {
                  failures.add(failed);
                  return Decision.ACKNOWLEDGE;
                })
            .build();
    for (int version = 2; version <= 5; version++) {
      inbox.handle(Events.at(Events.order("1"), version), tx -> {});
    }
    ReceivedEvent first = Events.at(Events.order("1"), 1);

    assertThat(new LambdaEvents().sqs("m1", LambdaEvents.cloudEvent(first)).call(adapter))
        .isEmpty();

    assertThat(failures)
        .extracting(failed -> WholeEvent.of(failed.event().orElseThrow()))
        .containsExactly(
            WholeEvent.of(Events.at(Events.order("1"), 2)),
            WholeEvent.of(Events.at(Events.order("1"), 4)));
    effects.assertApplied(first, Events.at(Events.order("1"), 3), Events.at(Events.order("1"), 5));
    assertThat(inbox.parked(Events.SOURCE, Events.order("1"))).isEmpty();
  }
}
