package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OutboxTransactionTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123456Z");
  private static final Instant NOW_MILLIS = Instant.parse("2026-11-21T10:15:30.123Z");
  private static final Aggregate ORDER = Aggregate.of("Order", "42");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/shop/orders")
          .clock(InstantSource.fixed(NOW))
          .build();

  record Placed(String order, int total) {}

  @Test
  void eventLeftOpenGetsIdAndTime() {
    CommitResult result =
        outbox.transaction().events(ORDER, Event.of("OrderPlaced", Map.of())).commit();

    OutboxEvent event = decoded(0).record().events().get(0);
    assertThat(event.time()).isEqualTo(NOW_MILLIS);
    assertThat(result.eventIds()).containsExactly(event.id());
    assertThat(event.headers()).isEmpty();
  }

  @Test
  void eventIdGeneratorCanBeReplaced() {
    Outbox other =
        Outbox.builder(dynamoDb).table("orders").source("/s").eventIds(() -> "mine").build();
    CommitResult result = other.transaction().events(ORDER, Event.of("A", 1)).commit();
    assertThat(result.eventIds()).containsExactly("mine");
  }

  @Test
  void recordWithoutSequenceIsKeyedByTime() {
    outbox.transaction().events(ORDER, Event.of("OrderPlaced", Map.of())).commit();
    assertThat(decoded(0).record().sequence()).isEmpty();
    assertThat(UUID.fromString(decoded(0).key().sort()).version()).isEqualTo(7);
  }

  @Test
  void eventsOfOneAggregateArePackedInOrderAndOthersApart() {
    Aggregate payment = Aggregate.of("Payment", "p-1");
    CommitResult result =
        outbox
            .transaction()
            .events(ORDER.at(3), Event.of("A", 1).id("1"), Event.of("B", 2).id("2"))
            .events(payment, Event.of("C", 3).id("3"))
            .events(ORDER.at(3), Event.of("D", 4).id("4"))
            .commit();

    assertThat(dynamoDb.request().transactItems()).hasSize(2);
    assertThat(decoded(0).record().events())
        .extracting(OutboxEvent::id)
        .containsExactly("1", "2", "4");
    assertThat(decoded(1).record().events()).extracting(OutboxEvent::id).containsExactly("3");
    assertThat(result.records())
        .extracting(CommittedRecord::aggregate)
        .containsExactly(ORDER.key(), payment.key());
    assertThat(result.eventIds()).containsExactly("1", "2", "4", "3");
  }

  @Test
  void readyPayloadsAreStoredAsTheyAre() {
    byte[] bytes = {1, 2, 3};
    outbox
        .transaction()
        .events(
            ORDER,
            Event.ofText("Text", "<a/>", "application/xml").previous("<b/>"),
            Event.ofBytes("Bytes", bytes, "application/avro").previous(new byte[] {0}))
        .commit();

    List<OutboxEvent> events = decoded(0).record().events();
    assertThat(events.get(0).data()).isEqualTo(Payload.of("<a/>"));
    assertThat(events.get(0).previous()).contains(Payload.of("<b/>"));
    assertThat(events.get(0).contentType()).isEqualTo("application/xml");
    assertThat(events.get(1).data()).isEqualTo(Payload.of(bytes));
    assertThat(events.get(1).previous()).contains(Payload.of(new byte[] {0}));
    assertThat(events.get(1).contentType()).isEqualTo("application/avro");
  }

  @Test
  void everyCommitHasATokenOfItsOwn() {
    outbox.transaction().events(ORDER, Event.of("A", 1)).commit();
    outbox.transaction().events(ORDER, Event.of("A", 1)).commit();
    assertThat(dynamoDb.requests.get(0).clientRequestToken())
        .isNotBlank()
        .isNotEqualTo(dynamoDb.requests.get(1).clientRequestToken());
  }

  @Test
  void transactionCommitsOnce() {
    OutboxTransaction transaction = outbox.transaction().events(ORDER, Event.of("A", 1));
    transaction.commit();
    assertThatIllegalStateException().isThrownBy(transaction::commit);
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void emptyTracestateCountsAsNone() {
    outbox.transaction().trace("00-a-b-01", "").events(ORDER, Event.of("A", 1)).commit();
    assertThat(decoded(0).record().context().get(ContextAttribute.TRACEPARENT))
        .contains("00-a-b-01");
    assertThat(decoded(0).record().context().get(ContextAttribute.TRACESTATE)).isEmpty();
  }

  @Test
  void payloadSerializerCanBeReplacedAndIsCalledOncePerPayload() {
    List<Object> seen = new ArrayList<>();
    Outbox custom =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .serializer(
                (payload, context) -> {
                  seen.add(payload);
                  return new PayloadSerializer.Serialized(
                      Payload.of(new byte[] {42}), "application/cbor");
                })
            .build();
    custom.transaction().events(ORDER, Event.of("A", "one"), Event.of("B", "two")).commit();
    assertThat(seen).containsExactly("one", "two");
    assertThat(decoded(0).record().events().get(0).contentType()).isEqualTo("application/cbor");
  }

  @Test
  void payloadThatCannotBeWrittenIsNotSent() {
    assertThatExceptionOfType(PayloadSerializationException.class)
        .isThrownBy(() -> outbox.transaction().events(ORDER, Event.of("A", new Object())).commit())
        .withMessage(
            "Order#42: Event[type=A]: its payload of java.lang.Object cannot be serialised: Jackson"
                + " cannot write a payload of java.lang.Object: it does not know how to write class"
                + " java.lang.Object");
    assertThat(dynamoDb.requests).isEmpty();
  }

  @Test
  void keysOfAPayloadsMapsAreNotPrinted() {
    assertThatExceptionOfType(PayloadSerializationException.class)
        .isThrownBy(
            () ->
                outbox
                    .transaction()
                    .events(ORDER, Event.of("A", Map.of("secret", List.of(new Object()))))
                    .commit())
        .withMessageContaining(".(key)[]: it does not know how to write class java.lang.Object")
        .satisfies(
            e -> {
              assertThat(e).hasMessageNotContaining("secret");
              assertThat(e.getCause()).hasMessageNotContaining("secret");
            });
  }

  private Decoded decoded(int index) {
    return Items.decoded(dynamoDb.request().transactItems().get(index).put().item());
  }
}
