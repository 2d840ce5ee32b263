package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.localaws.WrappedDynamoDb;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Commands that are repeated, against a real DynamoDB API. Every test has a key of its own. */
class IdempotencyIT {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123Z");

  private static OrdersTable table;
  private static final AtomicReference<Instant> CLOCK = new AtomicReference<>(NOW);

  @BeforeAll
  static void start() {
    table = new OrdersTable();
  }

  @AfterAll
  static void stop() {
    table.close();
  }

  private static Outbox outbox(DynamoDbClient client) {
    InstantSource clock = CLOCK::get;
    return Outbox.builder(client)
        .table(OrdersTable.NAME)
        .source("/shop/orders")
        .clock(clock)
        .commandRetention(Duration.ofHours(2))
        .commitTimeout(Duration.ofMinutes(1))
        .build();
  }

  private static Outbox outbox() {
    return outbox(table.client());
  }

  /** Built anew for each try: only what the caller asked for is the same. */
  private static OutboxTransaction place(Outbox outbox, String id, int total) {
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("order", id);
    payload.put("total", total);
    return outbox
        .transaction()
        .put(Items.order(id), "attribute_not_exists(PK)")
        .events(Aggregate.of("Order", id).at(1), Event.of("OrderPlaced", payload))
        .events(Aggregate.of("Payment", id), Event.of("PaymentRequested", total))
        .idempotencyKey("place-" + id);
  }

  @Test
  void repeatReturnsTheFirstCommitsIdsAndWritesNothing() {
    CommitResult first = place(outbox(), "repeat", 12).commit();
    CommitResult repeat = place(outbox(), "repeat", 12).commit();

    assertThat(first).isInstanceOf(Committed.class);
    assertThat(repeat).isEqualTo(new AlreadyCommitted(first.records(), first.writtenAt()));
    assertThat(repeat.eventIds()).hasSize(2);
    assertThat(table.records(Aggregate.of("Order", "repeat"))).hasSize(1);
    assertThat(table.records(Aggregate.of("Payment", "repeat"))).hasSize(1);
  }

  /** DynamoDB forgets a token after ten minutes; here the token is another one in any case. */
  @Test
  void commandRebuiltMuchLaterIsARepeat() {
    CommitResult first = place(outbox(), "later", 12).commit();
    CLOCK.set(NOW.plus(Duration.ofHours(1)));
    try {
      Map<String, Object> payload = new LinkedHashMap<>();
      payload.put("total", 12);
      payload.put("order", "later");
      CommitResult repeat =
          outbox()
              .transaction()
              // The order is there by now, so the service decides otherwise, and at another
              // version.
              .put(Items.order("later"), "attribute_exists(PK)")
              .correlationId("another-request")
              .events(
                  Aggregate.of("Order", "later").at(2),
                  Event.of("OrderPlaced", payload).header("attempt", "2"))
              .events(Aggregate.of("Payment", "later"), Event.of("PaymentRequested", 12))
              .idempotencyKey("place-later")
              .commit();
      assertThat(repeat).isEqualTo(new AlreadyCommitted(first.records(), first.writtenAt()));
    } finally {
      CLOCK.set(NOW);
    }
  }

  @Test
  void keyOfAnotherCommandIsAnError() {
    CommitResult first = place(outbox(), "misuse", 12).commit();

    OutboxTransaction other = place(outbox(), "misuse", 13);
    assertThatExceptionOfType(IdempotencyKeyMisusedException.class)
        .isThrownBy(other::commit)
        .withMessageContaining(": another command was committed under this idempotency key at 2026")
        .satisfies(
            e ->
                assertThat(e.committed())
                    .isEqualTo(new AlreadyCommitted(first.records(), first.writtenAt())));
    assertThat(table.records(Aggregate.of("Order", "misuse"))).hasSize(1);
  }

  @Test
  void commandsTextTellsWhatIsTheSame() {
    Aggregate order = Aggregate.of("Order", "text");
    CommitResult first = withText(order, "{\"total\":12}", "at 10:15").commit();
    assertThat(withText(order, "{\"total\":12}", "at 10:16").commit())
        .isEqualTo(new AlreadyCommitted(first.records(), first.writtenAt()));

    OutboxTransaction other = withText(order, "{\"total\":13}", "at 10:15");
    assertThatExceptionOfType(IdempotencyKeyMisusedException.class)
        .isThrownBy(other::commit)
        .satisfies(e -> assertThat(e.committed().records()).isEqualTo(first.records()));
  }

  private static OutboxTransaction withText(Aggregate order, String command, String payload) {
    return outbox()
        .transaction()
        .events(order, Event.of("OrderPlaced", payload))
        .idempotencyKey("text", command);
  }

  @Test
  void ofManyRacingRetriesOneCommitsAndAllTellTheSameIds()
      throws InterruptedException, ExecutionException {
    Outbox outbox = outbox();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<CommitResult> results = new ArrayList<>();
    try {
      List<Future<CommitResult>> commits = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        commits.add(threads.submit(() -> place(outbox, "race", 12).commit()));
      }
      for (Future<CommitResult> commit : commits) {
        results.add(commit.get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(results).filteredOn(Committed.class::isInstance).hasSize(1);
    assertThat(results).extracting(CommitResult::records).containsOnly(results.get(0).records());
    assertThat(table.records(Aggregate.of("Order", "race"))).hasSize(1);
  }

  @Test
  void asynchronousRepeatsAndMisuse() {
    AsyncOutbox outbox =
        AsyncOutbox.builder(table.asyncClient())
            .table(OrdersTable.NAME)
            .source("/shop/orders")
            .commitTimeout(Duration.ofMinutes(1))
            .build();
    List<CompletableFuture<CommitResult>> commits = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      commits.add(placeAsync(outbox, 12).commit());
    }
    assertThat(commits)
        .allSatisfy(commit -> assertThat(commit).succeedsWithin(30, TimeUnit.SECONDS));
    assertThat(commits).filteredOn(commit -> commit.join() instanceof Committed).hasSize(1);
    assertThat(commits)
        .extracting(commit -> commit.join().eventIds())
        .containsOnly(commits.get(0).join().eventIds());

    assertThat(placeAsync(outbox, 13).commit())
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withCauseExactlyInstanceOf(IdempotencyKeyMisusedException.class);
  }

  private static AsyncOutboxTransaction placeAsync(AsyncOutbox outbox, int total) {
    return outbox
        .transaction()
        .events(Aggregate.of("Order", "async").at(1), Event.of("OrderPlaced", total))
        .idempotencyKey("place-async");
  }

  /** The marker settles what no answer did. */
  @Test
  void commitWhoseAnswersAreAllLostFindsItsMarker() {
    CommitResult settled = place(outbox(new Losing(table.client(), false)), "found", 12).commit();

    assertThat(settled).isInstanceOf(Committed.class);
    assertThat(table.records(Aggregate.of("Order", "found")).get(0).record().events().get(0).id())
        .isEqualTo(settled.eventIds().get(0));
  }

  @Test
  void repeatAfterALostAnswerTellsWhatWasCommitted() {
    OutboxTransaction lost = place(outbox(new Losing(table.client(), true)), "lost", 12);
    assertThatExceptionOfType(CommitOutcomeUnknownException.class)
        .isThrownBy(lost::commit)
        .withMessageContaining("its marker could not be read (ApiCallTimeoutException");

    CommitResult repeat = place(outbox(), "lost", 12).commit();

    assertThat(repeat).isInstanceOf(AlreadyCommitted.class);
    assertThat(table.records(Aggregate.of("Order", "lost")).get(0).record().events().get(0).id())
        .isEqualTo(repeat.eventIds().get(0));
  }

  /** Loses every answer to a transaction, and those to reads if it says so. */
  private static final class Losing extends WrappedDynamoDb {
    private final boolean losesReads;

    Losing(DynamoDbClient client, boolean losesReads) {
      super(client);
      this.losesReads = losesReads;
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      super.transactWriteItems(request);
      throw ApiCallTimeoutException.create(1);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
      if (losesReads) {
        throw ApiCallTimeoutException.create(1);
      }
      return super.getItem(request);
    }
  }

  @Test
  void businessErrorOfAFirstTryIsToldAndLeavesTheKeyFree() {
    table.client().putItem(put -> put.tableName(OrdersTable.NAME).item(Items.order("refused")));
    OutboxTransaction refused = place(outbox(), "refused", 12);
    assertThatExceptionOfType(ConditionFailedException.class)
        .isThrownBy(refused::commit)
        .satisfies(
            e ->
                assertThat(e.conditions())
                    .singleElement()
                    .matches(condition -> condition.action().toString().contains("refused")));

    table
        .client()
        .deleteItem(delete -> delete.tableName(OrdersTable.NAME).key(Items.orderKey("refused")));
    assertThat(place(outbox(), "refused", 12).commit()).isInstanceOf(Committed.class);
  }

  @Test
  void servicesHaveKeysOfTheirOwn() {
    assertThat(place(outbox(), "services", 12).commit()).isInstanceOf(Committed.class);
    Outbox other =
        Outbox.builder(table.client()).table(OrdersTable.NAME).source("/shop/other").build();
    assertThat(
            other
                .transaction()
                .events(Aggregate.of("Other", "services"), Event.of("Done", 1))
                .idempotencyKey("place-services")
                .commit())
        .isInstanceOf(Committed.class);
  }

  @Test
  void markerExpiresAndHoldsNeitherKeyNorPayload() {
    place(outbox(), "marker", 12345).commit();
    Map<String, AttributeValue> marker =
        table.client().scan(scan -> scan.tableName(OrdersTable.NAME)).items().stream()
            .filter(item -> item.get("PK").s().startsWith("OUTBOX-COMMAND#"))
            .filter(item -> item.toString().contains("aggregateId=AttributeValue(S=marker)"))
            .findFirst()
            .orElseThrow();

    assertThat(marker.get("ttl").n())
        .isEqualTo(Long.toString(NOW.plus(Duration.ofHours(2)).getEpochSecond()));
    assertThat(marker.get("PK").s()).matches("OUTBOX-COMMAND#[0-9a-f]{64}");
    assertThat(marker.toString()).doesNotContain("place-marker").doesNotContain("12345");
  }
}
