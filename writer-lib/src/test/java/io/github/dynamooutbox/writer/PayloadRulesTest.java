package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the relay or a configured target could never publish is refused at commit. */
class PayloadRulesTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");
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

  @Test
  void sourceThatATargetCanNeverTakeIsRefusedAtOnce() {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(
            () ->
                Outbox.builder(dynamoDb)
                    .table("orders")
                    .source("/" + "s".repeat(256))
                    .targets(TargetLimits.eventBridge())
                    .build())
        .withMessageContaining("the source has 257 characters; EventBridge accepts 256");
  }

  @Test
  void byteArrayNeverBecomesBase64BySurprise() {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> Event.of("A", new byte[] {1}))
        .withMessageContaining("use ofBytes(type, bytes, contentType)");
  }
}
