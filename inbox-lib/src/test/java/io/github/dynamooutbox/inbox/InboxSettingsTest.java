package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import io.github.dynamooutbox.writer.CommitConflictException;
import io.github.dynamooutbox.writer.CommitListener;
import io.github.dynamooutbox.writer.CommitRetry;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.paginators.QueryIterable;

/** Where an inbox's settings reach its requests, and what it makes of their failures. */
class InboxSettingsTest {
  private static final EventHandler NOTHING = (event, tx) -> {};

  private final List<Duration> timeouts = new ArrayList<>();
  private final TableFake timed =
      new TableFake() {
        @Override
        public synchronized TransactWriteItemsResponse transactWriteItems(
            TransactWriteItemsRequest request) {
          timeouts.add(
              request.overrideConfiguration().orElseThrow().apiCallTimeout().orElseThrow());
          return super.transactWriteItems(request);
        }
      };

  private static InboxBuilder builder(TableFake table) {
    return Inbox.builder(table).table(TableFake.NAME).consumer("c");
  }

  /** What has passed until a request is sent is less than a second. */
  private void assertTimeouts(int seconds, int requests) {
    assertThat(timeouts)
        .hasSize(requests)
        .allSatisfy(
            left ->
                assertThat(left)
                    .isBetween(Duration.ofSeconds(seconds - 10), Duration.ofSeconds(seconds)));
    timeouts.clear();
  }

  @Test
  void everyTransactionHasTheShorterOfTwoTimeouts() {
    Inbox inbox =
        builder(timed)
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .timeout(Duration.ofSeconds(100))
            .build();
    ReceivedEvent first = Events.at(Events.order("1"), 1);
    ReceivedEvent second = Events.at(Events.order("1"), 2);

    assertThat(inbox.handle(second, tx -> {})).isInstanceOf(HandleResult.Parked.class);
    assertTimeouts(100, 2);
    inbox.handle(first, NOTHING, Duration.ofSeconds(50));
    // Tries without, handles, and resumes.
    assertTimeouts(50, 3);
    inbox.handle(first, NOTHING, Duration.ofSeconds(200));
    inbox.handle(first, NOTHING);
    inbox.skip(Events.SOURCE, Events.order("1"), 1);
    assertTimeouts(100, 3);
    inbox.handle(Events.at(Events.order("2"), 2), NOTHING, Duration.ofSeconds(30));
    assertTimeouts(30, 2);
    inbox.skip(Events.SOURCE, Events.order("2"), 1);
    inbox.resume(Events.SOURCE, Events.order("2"), NOTHING);
    assertTimeouts(100, 2);
  }

  @Test
  void listenersAreToldOfEachTransactionUnlessTheOutboxHasItsOwn() {
    List<CommitListener.Report> told = new ArrayList<>();
    List<CommitListener.Report> outboxes = new ArrayList<>();
    InboxBuilder builder = builder(new TableFake()).listener(told::add).listener(told::add);
    ReceivedEvent event = Events.at(Events.order("1"), 1);

    builder.build().handle(event, NOTHING);
    assertThat(told)
        .hasSize(2)
        .allMatch(each -> each.ending() == CommitListener.Ending.COMMITTED)
        .allMatch(each -> each.source().equals("inbox/c") && each.table().equals("totals"));

    told.clear();
    builder
        .outbox(
            Outbox.builder(new TableFake())
                .table("totals")
                .source("/totals")
                .listener(outboxes::add)
                .build())
        .build()
        .handle(event, NOTHING);
    assertThat(told).isEmpty();
    assertThat(outboxes).extracting(CommitListener.Report::source).containsExactly("/totals");
  }

  private static DynamoDbClient client(TableFake table, Duration timeout) {
    return new WrappedDynamoDb(table) {
      @Override
      public DynamoDbServiceClientConfiguration serviceClientConfiguration() {
        return DynamoDbServiceClientConfiguration.builder()
            .region(Region.EU_CENTRAL_1)
            .overrideConfiguration(
                ClientOverrideConfiguration.builder().apiCallTimeout(timeout).build())
            .build();
      }

      @Override
      public QueryIterable queryPaginator(QueryRequest request) {
        return table.queryPaginator(request);
      }
    };
  }

  /** The SDK takes less than a millisecond for no limit, so that ours applies. */
  @Test
  void aTimeoutOfTheClientBelowAMillisecondLeavesOurs() {
    List<Duration> reads = new ArrayList<>();
    TableFake table =
        new TableFake() {
          @Override
          public QueryIterable queryPaginator(QueryRequest request) {
            reads.add(request.overrideConfiguration().orElseThrow().apiCallTimeout().orElseThrow());
            return super.queryPaginator(request);
          }
        };
    Inbox inbox =
        Inbox.builder(client(table, Duration.ofNanos(500_000)))
            .table(TableFake.NAME)
            .consumer("c")
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .timeout(Duration.ofSeconds(100))
            .build();

    assertThat(inbox.handle(Events.at(Events.order("1"), 2), NOTHING))
        .isInstanceOf(HandleResult.Parked.class);
    assertThat(inbox.parked(Events.SOURCE, Events.order("1"))).hasSize(1);
    assertThat(reads).isNotEmpty().containsOnly(Duration.ofSeconds(100));
  }

  @Test
  void aShorterTimeoutOfTheClientApplies() {
    DynamoDbClient impatient = client(timed, Duration.ofMillis(400));
    Inbox inbox = Inbox.builder(impatient).table(TableFake.NAME).consumer("c").build();

    inbox.handle(Events.at(Events.order("1"), 1), NOTHING);
    inbox.handle(Events.at(Events.order("1"), 2), NOTHING, Duration.ofSeconds(30));

    assertThat(timeouts)
        .hasSize(2)
        .allSatisfy(left -> assertThat(left).isLessThanOrEqualTo(Duration.ofMillis(400)));
  }

  @Test
  void itemsHaveTheNamesOfTheTable() {
    OutboxSchema schema = new OutboxSchema("p", "s", "OUT#", "expires");
    TableFake table = new TableFake(schema);
    Inbox inbox =
        builder(table)
            .schema(schema)
            .clock(() -> Instant.ofEpochSecond(1_000))
            .retention(Duration.ofHours(1))
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK))
            .build();

    inbox.handle(Events.at(Events.order("1"), 2), NOTHING);
    assertThat(inbox.parked(Events.SOURCE, Events.order("1"))).hasSize(1);
    inbox.handle(Events.at(Events.order("1"), 1), NOTHING);
    inbox.handleAtLeastOnce(Events.at(Events.order("2"), 1), Duration.ofSeconds(1), event -> {});

    assertThat(inbox.parked(Events.SOURCE, Events.order("1"))).isEmpty();
    assertThat(table.items().values())
        .filteredOn(item -> item.containsKey(Entries.HANDLED_AT))
        .hasSize(3)
        .allSatisfy(
            item -> assertThat(item).containsEntry("expires", AttributeValue.fromN("4600")));
  }

  @Test
  void conflictsAreRetriedAsOftenAsItIsTold() {
    List<Duration> pauses = new ArrayList<>();
    TableFake conflicts =
        new TableFake() {
          @Override
          public synchronized TransactWriteItemsResponse transactWriteItems(
              TransactWriteItemsRequest request) {
            throw TransactionCanceledException.builder()
                .statusCode(400)
                .message("cancelled")
                .cancellationReasons(
                    CancellationReason.builder().code("TransactionConflict").build())
                .build();
          }
        };
    Inbox inbox =
        builder(conflicts)
            .retry(new CommitRetry(3, Duration.ofSeconds(1), Duration.ofSeconds(1)))
            .timeout(Duration.ofSeconds(60))
            .sleeper(pauses::add)
            .build();

    assertThatExceptionOfType(CommitConflictException.class)
        .isThrownBy(() -> inbox.handle(Events.at(Events.order("1"), 1), NOTHING))
        .satisfies(e -> assertThat(e.attempts()).isEqualTo(3))
        .withMessageContaining("inbox ENTRY");
    assertThat(pauses).hasSize(2);
  }

  @Test
  void leaseIsOursIfTheSdkRepeatsARequestWhoseAnswerWasLost() {
    TableFake twice =
        new TableFake() {
          @Override
          public synchronized PutItemResponse putItem(PutItemRequest request) {
            super.putItem(request);
            return super.putItem(request);
          }
        };
    List<ReceivedEvent> handled = new ArrayList<>();
    ReceivedEvent event = Events.at(Events.order("1"), 1);
    Inbox inbox = builder(twice).build();

    assertThat(inbox.handleAtLeastOnce(event, Duration.ofSeconds(1), handled::add))
        .isEqualTo(InboxContract.HANDLED);
    assertThat(inbox.handleAtLeastOnce(event, Duration.ofSeconds(1), handled::add))
        .isEqualTo(InboxContract.REPEAT);
    assertThat(handled).containsExactly(event);
  }

  @Test
  void leaseThatCannotBeReleasedDoesNotHideWhyTheHandlerFailed() {
    RuntimeException noAnswer = DynamoDbException.builder().message("no answer").build();
    TableFake table =
        new TableFake() {
          @Override
          public synchronized DeleteItemResponse deleteItem(DeleteItemRequest request) {
            throw noAnswer;
          }
        };
    Error failure = new LinkageError("a class is missing");

    assertThatExceptionOfType(LinkageError.class)
        .isThrownBy(
            () ->
                builder(table)
                    .build()
                    .handleAtLeastOnce(
                        Events.at(Events.order("1"), 1),
                        Duration.ofSeconds(1),
                        event -> {
                          throw failure;
                        }))
        .isSameAs(failure)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(noAnswer));
  }

  @Test
  void cursorThatSomethingElseMovesBackIsNoEndlessLoop() {
    OrderGuard guard = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT);
    TableFake moving =
        new TableFake() {
          private boolean ahead;

          @Override
          public synchronized TransactWriteItemsResponse transactWriteItems(
              TransactWriteItemsRequest request) {
            ahead = !ahead;
            Map<String, AttributeValue> cursor =
                Map.of(
                    Cursor.NEXT,
                    AttributeValue.fromS(
                        Events.at(Events.order("1"), ahead ? 1 : 2)
                            .attribute("sequence")
                            .orElseThrow()));
            throw TransactionCanceledException.builder()
                .statusCode(400)
                .message("cancelled")
                .cancellationReasons(
                    CancellationReason.builder().code("None").build(),
                    CancellationReason.builder()
                        .code("ConditionalCheckFailed")
                        .item(cursor)
                        .build())
                .build();
          }
        };

    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                builder(moving)
                    .order(guard)
                    .build()
                    .handle(Events.at(Events.order("1"), 2), NOTHING))
        .withMessage(
            "event Order#1/0000000000000000002.000000 of type OrderPlaced from /shop/orders: the"
                + " cursor of Order#1 moves backwards; does anything else write to it?");
  }
}
