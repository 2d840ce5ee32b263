package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** When large payloads are stored, and what follows if they are not. */
class LargePayloadsTest {
  private static final String LARGE = "{\"text\":\"" + "x".repeat(2000) + "\"}";

  private final FakeDynamoDb.Async async = new FakeDynamoDb.Async();
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Store store = new Store();

  @Test
  void anAsynchronousCommitSendsNothingBeforeAllIsStored() {
    CompletableFuture<CommitResult> commit = transaction(LARGE, LARGE).commit();
    store.answers.get(0).complete(true);
    assertThat(async.requests).isEmpty();
    store.answers.get(1).complete(true);
    assertThat(async.requests).hasSize(1);
    async.answer.complete(TransactWriteItemsResponse.builder().build());
    assertThat(commit).isCompleted();
  }

  @Test
  void cancellingWhileAPayloadIsStoredCancelsThatAndSendsNothing() {
    CompletableFuture<CommitResult> commit = transaction(LARGE).commit();
    commit.cancel(true);
    assertThat(store.answers.get(0)).isCancelled();
    assertThat(async.requests).isEmpty();
  }

  @Test
  void cancellingAfterItIsStoredCancelsTheCall() {
    CompletableFuture<CommitResult> commit = transaction(LARGE).commit();
    store.answers.get(0).complete(true);
    commit.cancel(true);
    assertThat(async.answer).isCancelled();
  }

  @Test
  void aStoreThatIgnoresTheCancellationStillCausesNoRequest() {
    store.ignoresCancellation = true;
    CompletableFuture<CommitResult> commit = transaction(LARGE).commit();
    commit.cancel(true);
    store.answers.get(0).complete(true);
    assertThat(async.requests).isEmpty();
    assertThat(commit).isCancelled();
  }

  @Test
  void aPayloadThatIsNotStoredEndsTheCommit() {
    CompletableFuture<CommitResult> commit = transaction(LARGE, LARGE).commit();
    store.answers.get(0).complete(true);
    store.answers.get(1).completeExceptionally(new IllegalStateException("lost"));
    assertThat(commit)
        .failsWithin(0, TimeUnit.SECONDS)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(PayloadNotStoredException.class)
        .havingRootCause()
        .withMessage("lost");
    assertThat(async.requests).isEmpty();
  }

  /** Of an event with every part set, nothing but the payload changes its place. */
  @Test
  void whatIsLargeIsStoredWithItsTypeAndTheRestOfTheEventStays() {
    PayloadStores.Kept kept = new PayloadStores.Kept("s3://bucket/");
    String large = "x".repeat(1024);
    Event event =
        Event.ofText("Noted", large, "text/plain")
            .id("e-1")
            .time(Instant.EPOCH)
            .schema("https://schemas.example.com/noted")
            .previous("before")
            .header("channel", "web");
    Event small = Event.ofText("Noted", "x".repeat(1023), "text/plain").id("e-2");
    Outbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .largePayloads(kept, 1024)
        .build()
        .transaction()
        .events(Aggregate.of("Order", "o"), event, small)
        .commit();

    String hash = Sha256.hex(large.getBytes(StandardCharsets.UTF_8));
    Payload.Reference reference =
        new Payload.Reference("s3://bucket/e-1/" + hash, 1024, hash, true);
    List<OutboxEvent> events =
        Items.decoded(dynamoDb.request().transactItems().get(0).put().item()).record().events();
    assertThat(kept.puts)
        .containsExactly(
            PayloadStores.Put.of(reference, large.getBytes(StandardCharsets.UTF_8), "text/plain"));
    assertThat(events.get(0))
        .isEqualTo(
            new OutboxEvent(
                "e-1",
                "Noted",
                Instant.EPOCH,
                "text/plain",
                Optional.of("https://schemas.example.com/noted"),
                reference,
                Optional.of(Payload.of("before")),
                Map.of("channel", "web")));
    assertThat(events.get(1).data()).isEqualTo(Payload.of("x".repeat(1023)));
  }

  @Test
  void referenceSaysWhetherItsPayloadIsText() {
    for (boolean isText : new boolean[] {true, false}) {
      byte[] bytes = "x".repeat(1_024).getBytes(StandardCharsets.UTF_8);
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .largePayloads(new PayloadStores.Kept("s3://bucket/"), 1_024)
          .build()
          .transaction()
          .events(
              Aggregate.of("Order", "o"),
              isText
                  ? Event.ofText("Noted", "x".repeat(1_024), "text/plain")
                  : Event.ofBytes("Noted", bytes, "text/plain"))
          .commit();

      assertThat(
              Items.decoded(dynamoDb.request().transactItems().get(0).put().item())
                  .record()
                  .events())
          .singleElement()
          .extracting(OutboxEvent::data)
          .isInstanceOfSatisfying(
              Payload.Reference.class,
              reference -> assertThat(reference.isText()).isEqualTo(isText));
    }
  }

  @Test
  void thresholdIsAKibibyteAtLeast() {
    assertThat(new LargePayloads(store, 1024).threshold()).isEqualTo(1024);
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> new LargePayloads(store, 1023))
        .withMessage("the threshold of large payloads is 1023 bytes; it must be at least 1024");
  }

  @Test
  void aStoreThatThrowsEndsTheAsynchronousCommitToo() {
    store.fails = true;

    assertThat(transaction(LARGE).commit())
        .failsWithin(0, TimeUnit.SECONDS)
        .withThrowableThat()
        .havingCause()
        .isExactlyInstanceOf(PayloadNotStoredException.class)
        .withRootCauseInstanceOf(IllegalStateException.class);
    assertThat(async.requests).isEmpty();
  }

  @Test
  void aFailureOfTheRequestAfterwardsIsThatOfTheCommit() {
    CompletableFuture<CommitResult> commit = transaction(LARGE).commit();
    store.answers.get(0).complete(true);
    async.answer.completeExceptionally(FakeDynamoDb.cancelled("ValidationError"));

    assertThat(commit)
        .failsWithin(0, TimeUnit.SECONDS)
        .withThrowableThat()
        .withCauseExactlyInstanceOf(TransactionCancelledException.class);
  }

  @Test
  void aBlockingCommitStoresFirst() {
    store.completed = true;
    store.afterPut = () -> assertThat(dynamoDb.requests).isEmpty();
    blocking().commit();
    assertThat(store.answers).hasSize(1);
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void theItemsOfATransactionOfTheCallersOwnReferToWhatIsStored() {
    store.completed = true;
    OutboxItems items = blocking().items();
    assertThat(store.places).hasSize(1);
    assertThat(items.items().toString()).contains(store.places.get(0));
  }

  @Test
  void thereAreNoItemsForAPayloadThatIsNotStored() {
    store.fails = true;
    assertThatExceptionOfType(PayloadNotStoredException.class)
        .isThrownBy(() -> blocking().items())
        .satisfies(e -> assertThat(e.outcome()).isEqualTo(CommitOutcome.NOT_COMMITTED));
  }

  private OutboxTransaction blocking() {
    return Outbox.builder(dynamoDb)
        .table("orders")
        .source("/s")
        .largePayloads(store, 1024)
        .build()
        .transaction()
        .events(Aggregate.of("Order", "o"), Event.ofJson("Placed", LARGE));
  }

  private AsyncOutboxTransaction transaction(String... payloads) {
    AsyncOutboxTransaction transaction =
        AsyncOutbox.builder(async)
            .table("orders")
            .source("/s")
            .largePayloads(store, 1024)
            .build()
            .transaction();
    for (String payload : payloads) {
      transaction.events(Aggregate.of("Order", "o"), Event.ofJson("Placed", payload));
    }
    return transaction;
  }

  /** Answers when the test says so. */
  private static final class Store implements PayloadStore {
    final List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    final List<String> places = new ArrayList<>();
    boolean completed;
    boolean fails;
    boolean ignoresCancellation;
    Runnable afterPut = () -> {};

    @Override
    public String place(String eventId, String sha256) {
      return "s3://b/" + eventId + '/' + sha256;
    }

    @Override
    public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String type) {
      if (fails) {
        throw new IllegalStateException("no bucket");
      }
      places.add(reference.uri());
      CompletableFuture<Boolean> answer =
          new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterrupt) {
              return !ignoresCancellation && super.cancel(mayInterrupt);
            }
          };
      answers.add(answer);
      if (completed) {
        answer.complete(true);
      }
      afterPut.run();
      return answer;
    }
  }
}
