package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.render.PublishedSize;
import io.github.dynamooutbox.format.render.RefusedEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What the relay or a configured target could never publish is refused at commit. */
class PayloadRulesTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");
  private static final byte[] JSON_OBJECT = "{}".getBytes(StandardCharsets.UTF_8);
  private static final String HALF = "ab\uD83D";

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox = Outbox.builder(dynamoDb).table("orders").source("/s").build();

  private void assertRefused(Outbox on, Event event, String problem) {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> on.transaction().events(ORDER, event.id("e-1")).commit())
        .withMessageContaining("Order#42: event e-1 of type")
        .withMessageContaining(problem)
        .satisfies(e -> assertThat(e.violation()).isInstanceOf(Violation.InvalidPayload.class));
    assertThat(dynamoDb.requests).isEmpty();
  }

  @Test
  void halfASurrogatePair() {
    assertRefused(outbox, Event.of("A", Map.of("a", HALF)), "half of a surrogate pair at 8");
    assertRefused(outbox, Event.ofText("A", HALF, "text/plain"), "half of a surrogate pair at 2");
    assertRefused(
        outbox,
        Event.ofText("A", "x", "text/plain").previous(HALF),
        "its previous has half of a surrogate pair at 2");
  }

  @Test
  void halfASurrogatePairAtEitherEnd() {
    assertRefused(
        outbox, Event.ofText("A", "\uDE00", "text/plain"), "half of a surrogate pair at 0");
    assertRefused(
        outbox, Event.ofText("A", "\uD83Dx", "text/plain"), "half of a surrogate pair at 0");
    assertRefused(
        outbox,
        Event.ofText("A", "\uD83D\uDE00\uDFFF", "text/plain"),
        "half of a surrogate pair at 2");
    assertRefused(
        outbox, Event.ofText("A", "\uD800", "text/plain"), "half of a surrogate pair at 0");
  }

  @Test
  void whatATargetTakesUpToItsLimit() throws RefusedEvent {
    Event event = Event.ofBytes("T".repeat(128), JSON_OBJECT, "application/json").id("e-1");
    outbox.transaction().events(ORDER, event).commit();
    OutboxRecord record =
        Items.decoded(dynamoDb.request().transactItems().get(0).put().item()).record();
    long bytes = PublishedSize.atMost(record, 0);

    limited(TargetLimits.eventBridge().jsonObjects().maxBytes(bytes))
        .transaction()
        .events(ORDER, event)
        .commit();
    assertThat(dynamoDb.requests).hasSize(2);
    dynamoDb.requests.clear();
    assertRefused(
        limited(TargetLimits.sns().maxBytes(bytes - 1)),
        event,
        "Order#42: event e-1 of type "
            + "T".repeat(128)
            + ": published, it may take "
            + bytes
            + " bytes; SNS accepts "
            + (bytes - 1)
            + "; store large payloads elsewhere, with largePayloads(...)");
  }

  private Outbox limited(TargetLimits limits) {
    return Outbox.builder(dynamoDb).table("orders").source("/s").targets(limits).build();
  }

  @Test
  void payloadThatIsStoredElsewhereIsNoJsonObject() {
    assertRefused(
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .targets(TargetLimits.sqs().jsonObjects())
            .largePayloads(new PayloadStores.Kept("s3://bucket/"), 1024)
            .build(),
        Event.ofJson("A", "{\"a\":\"" + "x".repeat(1024) + "\"}"),
        "SQS accepts only JSON objects, and none that are stored elsewhere");
  }

  @Test
  void limitsOfTargets() {
    int any = Integer.MAX_VALUE;
    assertThat(TargetLimits.eventBridge())
        .isEqualTo(new TargetLimits("EventBridge", 1_048_576, 128, 256, false, false, true));
    assertThat(TargetLimits.sns()).isEqualTo(new TargetLimits("SNS", 262_144, any, any, false));
    assertThat(TargetLimits.sqs()).isEqualTo(new TargetLimits("SQS", 1_048_576, any, any, false));
    assertThat(TargetLimits.kinesis())
        .isEqualTo(new TargetLimits("Kinesis", 1_048_576, any, any, false));
    assertThat(TargetLimits.kafka())
        .isEqualTo(new TargetLimits("Kafka", 1_048_588, any, any, false));
    TargetLimits limits = new TargetLimits("T", 1, 2, 3, false);
    assertThat(limits.maxBytes(4)).isEqualTo(new TargetLimits("T", 4, 2, 3, false));
    assertThat(limits.jsonObjects()).isEqualTo(new TargetLimits("T", 1, 2, 3, true));
    assertThat(limits.jsonObjects().maxBytes(4)).isEqualTo(new TargetLimits("T", 4, 2, 3, true));
    assertThat(limits.messageText()).isEqualTo(new TargetLimits("T", 1, 2, 3, false, true, false));
    assertThat(TargetLimits.eventBridge().jsonObjects().messageText().maxBytes(7))
        .isEqualTo(new TargetLimits("EventBridge", 7, 128, 256, true, true, true));
    assertThat(new TargetLimits("T", 1, 1, 1, false)).isNotNull();
    for (ThrowingCallable invalid :
        List.<ThrowingCallable>of(
            () -> new TargetLimits("T", 0, 1, 1, false),
            () -> new TargetLimits("T", 1, 0, 1, false),
            () -> new TargetLimits("T", 1, 1, 0, false))) {
      assertThatExceptionOfType(InvalidConfigurationException.class)
          .isThrownBy(invalid)
          .withMessage("limits of T: must be positive");
    }
  }

  @Test
  void wholeSurrogatePairIsTaken() {
    outbox.transaction().events(ORDER, Event.of("A", Map.of("a", "\uD83D\uDE00"))).commit();
    assertThat(dynamoDb.requests).hasSize(1);
  }

  @Test
  void jsonThatIsNone() {
    assertRefused(outbox, Event.ofJson("A", "{\"a\":}"), "fails at character 5");
    assertRefused(outbox, Event.ofJson("A", ""), "is empty");
    assertRefused(outbox, Event.ofJson("A", "\uFEFF{}"), "starts with a byte order mark");
    assertRefused(outbox, Event.ofJson("A", "{} {}"), "has content after its first value");
    assertRefused(outbox, Event.ofText("A", "{", "application/x+json; charset=utf-8"), "says JSON");
    assertRefused(
        outbox, Event.ofBytes("A", new byte[] {'"', (byte) 0xff, '"'}, "text/json"), "not UTF-8");
  }

  @Test
  void whatDoesNotSayThatItIsJsonNeedNotBe() {
    outbox.transaction().events(ORDER, Event.ofText("A", "{", "text/plain")).commit();
    outbox
        .transaction()
        .events(
            ORDER,
            Event.ofBytes("A", "[1]".getBytes(StandardCharsets.UTF_8), "application/json"),
            Event.ofBytes("A", new byte[] {(byte) 0xff}, "application/avro"))
        .commit();
    assertThat(dynamoDb.requests).hasSize(2);
  }

  @Test
  void whatATargetOfTheOutboxCanNeverTake() {
    Outbox limited =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .targets(TargetLimits.eventBridge().jsonObjects(), TargetLimits.sns().maxBytes(300_000))
            .build();
    assertRefused(
        limited,
        Event.of("T".repeat(129), Map.of()),
        "its type has 129 characters; EventBridge accepts 128");
    assertRefused(limited, Event.ofJson("A", "[]"), "EventBridge accepts only JSON objects");
    assertRefused(
        limited,
        Event.of("A", Map.of("a", "x".repeat(300_000))),
        "bytes; SNS accepts 300000; store large payloads elsewhere");
    limited.transaction().events(ORDER, Event.of("A", Map.of("a", "x"))).commit();
    assertThat(dynamoDb.requests).hasSize(1);
  }
}
