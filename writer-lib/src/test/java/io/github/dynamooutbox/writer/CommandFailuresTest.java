package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Everything that a caller is told when a command's marker or a payload is in the way. */
class CommandFailuresTest {
  private static final String FAILED = "ConditionalCheckFailed";
  private static final String MARKER =
      "OUTBOX-COMMAND#38269408b41303dd776f9934a58bf16c730e4ed64319375f297a9a7b8ba56091";

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .clock(InstantSource.fixed(Instant.parse("2026-11-21T10:15:30Z")))
          .retry(CommitRetry.none())
          .build();

  private OutboxTransaction order() {
    return outbox
        .transaction()
        .put(Items.order("1"))
        .events(Aggregate.of("Order", "1").at(7), Event.withoutPayload("OrderPlaced").id("e-1"));
  }

  @Test
  void markerThatCannotBeRead() {
    RuntimeException denied = DynamoDbException.builder().statusCode(400).message("no").build();
    TransactionCanceledException cause = FakeDynamoDb.cancelled(FAILED, "None", "None");
    dynamoDb.failNext(cause);
    dynamoDb.failNextRead(denied);

    Ended ended = Ended.of(order().idempotencyKey("k")::commit);

    assertThat(ended)
        .isEqualTo(
            new Ended(
                CommitOutcomeUnknownException.class,
                "this call wrote nothing, but whether an earlier one committed the command is"
                    + " unknown: its marker could not be read (DynamoDbException; the right"
                    + " dynamodb:GetItem on the outbox's table is needed); refused because: "
                    + "action 0 (put, table orders, PK=ORDER#1, SK=ORDER): its condition failed; load the items again",
                Optional.of(CommitOutcome.UNKNOWN),
                ended.cause(),
                List.of(denied),
                1,
                List.of(),
                List.of(),
                List.of()));
    assertThat(((Ended) ended.cause().orElseThrow()).result())
        .isEqualTo(ConditionFailedException.class);
  }

  @Test
  void markerInConflict() {
    dynamoDb.failNext(FakeDynamoDb.cancelled("None", "None", "TransactionConflict"));

    assertThat(Ended.of(() -> order().idempotencyKey("k").commit()).message())
        .isEqualTo(
            "in conflict with other transactions at the last of 1 request: action 2 (marker of the"
                + " idempotency key, table orders, PK="
                + MARKER
                + ", SK=COMMAND): TransactionConflict");
  }

  @Test
  void commandsOfTheSameKey() {
    AlreadyCommitted first = alreadyCommitted();
    Map<String, AttributeValue> marker = dynamoDb.request().transactItems().get(2).put().item();
    TransactionCanceledException cause = FakeDynamoDb.cancelled("None", "None", FAILED);
    dynamoDb.item(marker);
    dynamoDb.failNext(cause, cause, cause);

    assertThat(order().idempotencyKey("k").commit()).isEqualTo(first);
    IdempotencyKeyMisusedException e =
        (IdempotencyKeyMisusedException)
            catchThrowable(() -> order().idempotencyKey("k", "other").commit());
    assertThat(Ended.of(e))
        .isEqualTo(
            Ended.refused(
                IdempotencyKeyMisusedException.class,
                "marker "
                    + MARKER
                    + ": another command was committed under this idempotency key at"
                    + " 2026-11-21T10:15:30Z ([Order#1]); a key belongs to one command",
                cause,
                -1));
    assertThat(e.committed()).isEqualTo(first);

    Map<String, AttributeValue> later = new HashMap<>(marker);
    later.put("v", AttributeValue.fromN("2"));
    dynamoDb.item(later);
    Ended unreadable = Ended.of(() -> order().idempotencyKey("k").commit());
    assertThat(unreadable.result()).isEqualTo(UnreadableMarkerException.class);
    assertThat(unreadable.outcome()).contains(CommitOutcome.COMMITTED);
    assertThat(unreadable.message())
        .isEqualTo(
            "marker "
                + MARKER
                + ": a command was committed under this idempotency key, by a version of this"
                + " library whose marker this one cannot read (command marker: v: is not 1);"
                + " upgrade this service");
  }

  private AlreadyCommitted alreadyCommitted() {
    CommitResult first = order().idempotencyKey("k").commit();
    return new AlreadyCommitted(first.records(), first.writtenAt());
  }

  @Test
  void payloads() {
    IllegalStateException cause = new IllegalStateException("lost");
    Outbox failing =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .serializer(
                (payload, context) -> {
                  throw cause;
                })
            .largePayloads(
                new PayloadStore() {
                  @Override
                  public String place(String eventId, String sha256) {
                    return "s3://bucket/" + eventId;
                  }

                  @Override
                  public CompletionStage<?> put(
                      Payload.Reference reference, byte[] payload, String contentType) {
                    throw cause;
                  }
                },
                1024)
            .build();
    Aggregate order = Aggregate.of("Order", "1");
    Event large = Event.ofText("Noted", "x".repeat(1024), "text/plain").id("e-1");

    assertThat(Ended.of(() -> failing.transaction().events(order, large).commit()))
        .isEqualTo(
            Ended.refused(
                PayloadNotStoredException.class,
                "nothing was committed: the payload could not be stored at s3://bucket/e-1",
                Ended.of(cause),
                -1));
    assertThat(Ended.of(() -> failing.transaction().events(order, Event.of("A", "x")).commit()))
        .isEqualTo(
            Ended.refused(
                PayloadSerializationException.class,
                "Order#1: Event[type=A]: its payload of java.lang.String cannot be serialised",
                Ended.of(cause),
                -1));
    assertThat(dynamoDb.requests).isEmpty();
  }
}
