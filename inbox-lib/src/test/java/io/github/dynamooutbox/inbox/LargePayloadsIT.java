package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.format.render.RefusedEvent;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.inbox.PayloadUnavailableException.PayloadFault;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.s3.S3PayloadSource;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.AsyncOutbox;
import io.github.dynamooutbox.writer.CommitOutcome;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.InvalidTransactionException;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxBuilder;
import io.github.dynamooutbox.writer.PayloadNotStoredException;
import io.github.dynamooutbox.writer.PayloadStore;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import io.github.dynamooutbox.writer.s3.S3PayloadStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** From a writer over S3, the record and what the relay publishes, to a handler. */
class LargePayloadsIT {
  static final String LARGE = "{\"text\":\"" + "\u00e4".repeat(1_000_000) + "\"}";
  static final int THRESHOLD = 100_000;

  private static InboxTable table;
  private static LocalBuckets buckets;
  private static S3Client s3;

  private final String bucket = "payloads-" + UUID.randomUUID();
  private final String id = UUID.randomUUID().toString();

  @BeforeAll
  static void start() {
    table = new InboxTable();
    buckets = new LocalBuckets();
    s3 = buckets.client();
  }

  @AfterAll
  static void stop() {
    buckets.close();
    table.close();
  }

  @BeforeEach
  void createBucket() {
    s3.createBucket(request -> request.bucket(bucket));
  }

  @Test
  void aPayloadOverTheRecordsLimitArrivesAsItWasCommitted() throws RefusedEvent {
    ReceivedEvent event = published(commit(LARGE));
    assertThat(event.data()).isInstanceOf(Payload.Reference.class);
    assertThat(event.attribute("dataref").orElseThrow()).startsWith("s3://" + bucket + "/orders/");
    assertThat(handled(event)).containsExactly(Payload.of(LARGE));
  }

  @Test
  void bytesArriveAsBytes() throws RefusedEvent {
    byte[] bytes = new byte[THRESHOLD];
    bytes[7] = -1;
    ReceivedEvent event =
        published(commit(Event.ofBytes("Sent", bytes, "application/avro").id("event-" + id)));
    assertThat(handled(event)).containsExactly(Payload.of(bytes));
  }

  @Test
  void whatIsBelowTheThresholdStaysInTheRecord() {
    CommitResult small = commit("{\"total\":1}");
    assertThat(keys()).isEmpty();
    assertThat(table.item(small).get("v").n()).isEqualTo("1");
    assertThat(table.item(commit(LARGE)).get("v").n()).isEqualTo("2");
  }

  @Test
  void aRepetitionWithTheSameIdPutsTheSameObject() {
    CommitResult first = commit(LARGE);
    List<String> stored = keys();
    assertThatExceptionOfType(PreconditionFailedException.class)
        .isThrownBy(
            () ->
                outbox(store())
                    .transaction()
                    .put(
                        Map.of("PK", AttributeValue.fromS("business-" + id), "SK", s("x")),
                        "attribute_exists(PK)")
                    .events(Aggregate.of("Order", id), event(LARGE))
                    .commit())
        .satisfies(e -> assertThat(e.conditions()).hasSize(1));
    assertThat(stored).hasSize(1);
    assertThat(keys()).isEqualTo(stored);
    assertThat(first.records()).hasSize(1);
  }

  @Test
  void aLostAnswerOfTheUploadCommitsNothingAndCanBeRepeated() throws RefusedEvent {
    PayloadStore loses = new LosingStore(store());
    assertThatExceptionOfType(PayloadNotStoredException.class)
        .isThrownBy(() -> commit(loses, event(LARGE)))
        .satisfies(e -> assertThat(e.outcome()).isEqualTo(CommitOutcome.NOT_COMMITTED));
    List<String> left = keys();
    assertThat(left).hasSize(1);
    assertThat(handled(published(commit(LARGE)))).containsExactly(Payload.of(LARGE));
    assertThat(keys()).isEqualTo(left);
  }

  @Test
  void aProcessThatDiesBetweenUploadAndCommitLeavesAnObjectAndNoEvent() throws Exception {
    assertThat(CrashingWriter.run(table.endpoint(), buckets.endpoint(), bucket, id))
        .isEqualTo(CrashingWriter.DIED);
    List<String> left = keys();
    assertThat(left).hasSize(1);
    assertThat(table.records("Order#" + id)).isEmpty();
    assertThat(handled(published(commit(LARGE)))).containsExactly(Payload.of(LARGE));
    assertThat(keys()).isEqualTo(left);
  }

  @Test
  void anAsynchronousCommitPutsAndRefersAsABlockingOne() throws Exception {
    try (S3AsyncClient async = buckets.asyncClient();
        DynamoDbAsyncClient dynamoDb = table.asyncClient()) {
      CommitResult committed =
          AsyncOutbox.builder(dynamoDb)
              .table(InboxTable.NAME)
              .source("/shop")
              .largePayloads(S3PayloadStore.of(async, bucket, "orders/"), THRESHOLD)
              .build()
              .transaction()
              .events(Aggregate.of("Order", id), event(LARGE))
              .commit()
              .get(30, TimeUnit.SECONDS);
      assertThat(handled(published(committed))).containsExactly(Payload.of(LARGE));
    }
  }

  @Test
  void withoutAStoreALargePayloadIsRefused() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(
            () ->
                builder()
                    .build()
                    .transaction()
                    .events(Aggregate.of("Order", id), event(LARGE))
                    .commit())
        .withMessageContaining("; store large payloads elsewhere, and publish references to them");
  }

  @Test
  void aPayloadThatIsGoneSaysSoAndHandlesNothing() throws RefusedEvent {
    ReceivedEvent event = published(commit(LARGE));
    s3.deleteObject(request -> request.bucket(bucket).key(keys().get(0)));
    assertFault(event, PayloadFault.GONE);
  }

  @Test
  void aPayloadThatWasChangedIsNotHandled() throws RefusedEvent {
    ReceivedEvent event = published(commit(LARGE));
    String key = keys().get(0);
    s3.putObject(
        request -> request.bucket(bucket).key(key),
        RequestBody.fromString(LARGE.replaceFirst("\u00e4", "\u00f6")));
    assertFault(event, PayloadFault.WRONG_HASH);
    s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromString(LARGE + " "));
    assertFault(event, PayloadFault.WRONG_LENGTH);
  }

  private void assertFault(ReceivedEvent event, PayloadFault fault) {
    assertThatExceptionOfType(PayloadUnavailableException.class)
        .isThrownBy(() -> handled(event))
        .satisfies(e -> assertThat(e.fault()).isEqualTo(fault));
  }

  private Event event(String json) {
    return Event.ofJson("Sent", json).id("event-" + id);
  }

  private CommitResult commit(String json) {
    return commit(event(json));
  }

  private CommitResult commit(Event event) {
    return commit(store(), event);
  }

  private CommitResult commit(PayloadStore store, Event event) {
    return outbox(store).transaction().events(Aggregate.of("Order", id), event).commit();
  }

  private PayloadStore store() {
    return S3PayloadStore.of(s3, bucket, "orders/");
  }

  private static Outbox outbox(PayloadStore store) {
    return builder().largePayloads(store, THRESHOLD).build();
  }

  private static OutboxBuilder<Outbox> builder() {
    return Outbox.builder(table.client()).table(InboxTable.NAME).source("/shop");
  }

  private List<String> keys() {
    return buckets.keys(bucket);
  }

  private static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  /** What a relay sends for the first event of the record. */
  private ReceivedEvent published(CommitResult committed) throws RefusedEvent {
    DecodeResult.Decoded decoded =
        (DecodeResult.Decoded)
            new RecordCodec(OutboxSchema.defaults()).decode(new SdkItem(table.item(committed)));
    byte[] json =
        CloudEventJson.render(
            new Envelope(new StreamPosition("1"), decoded.key(), decoded.record(), 0));
    assertThat(json.length).isLessThan(2000);
    return Envelopes.kinesis(json);
  }

  private List<Payload> handled(ReceivedEvent event) {
    List<Payload> seen = new ArrayList<>();
    HandleResult result =
        Inbox.builder(table.client())
            .table(InboxTable.NAME)
            .consumer("large")
            .largePayloads(new LargePayloadReader(S3PayloadSource.of(s3, bucket), 10_000_000))
            .build()
            .handle(
                event,
                (same, transaction) -> {
                  seen.add(same.data());
                });
    assertThat(result.isFinished()).isTrue();
    return seen;
  }

  /** Stores, and then loses the answer. */
  private record LosingStore(PayloadStore store) implements PayloadStore {
    @Override
    public String place(String eventId, String sha256) {
      return store.place(eventId, sha256);
    }

    @Override
    public CompletionStage<?> put(Payload.Reference reference, byte[] payload, String contentType) {
      return store
          .put(reference, payload, contentType)
          .thenCompose(stored -> CompletableFuture.failedFuture(new IllegalStateException("lost")));
    }
  }
}
