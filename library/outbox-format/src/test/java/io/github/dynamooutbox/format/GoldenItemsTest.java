package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.DecodeResult.NewerVersion;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Items of every version, kept for ever: what was once written stays readable, unchanged. */
class GoldenItemsTest {
  private static final String JSON = "application/json";

  private final RecordCodec codec = new RecordCodec(OutboxSchema.defaults());

  @Test
  void minimalRecord() {
    OutboxRecord record =
        record(
            new AggregateKey("Order", "42"),
            OptionalLong.empty(),
            List.of(
                event("01890a5d-ac96-774b-bcce-b302099a8058", "OrderPlaced", 1795000000123L, JSON)
                    .apply(Payload.of("{\"total\":12}"), Optional.empty(), Item.empty())),
            context(1795000000456L),
            1795604800L,
            Item.empty());

    assertGolden(
        "v1-minimal",
        new RecordKey("OUTBOX#Order#42", "01890a5d-ac96-774b-bcce-b302099a8057"),
        record);
  }

  @Test
  void recordWithEverything() {
    OutboxEvent paid =
        new OutboxEvent(
            "01890a5d-ac96-774b-bcce-b302099a8058",
            "OrderPaid",
            Instant.ofEpochMilli(1795000000123L),
            JSON,
            Optional.of("https://schemas.example.com/order-paid/2"),
            Payload.of("{\"state\":\"paid\",\"note\":\"Grüße 😀\"}"),
            Optional.of(Payload.of("{\"state\":\"placed\"}")),
            Map.of("user", "u-2", "channel", "web"));
    OutboxEvent shipped =
        event("second", "OrderShipped", -1, "text/plain")
            .apply(Payload.of(""), Optional.empty(), Item.empty());
    CommitContext context =
        CommitContext.of("/shop/orders", Instant.ofEpochMilli(1795000000456L), "eu-central-1")
            .with(
                ContextAttribute.TRACEPARENT,
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .with(ContextAttribute.TRACESTATE, "vendor=1")
            .with(ContextAttribute.CORRELATION_ID, "conversation-1")
            .with(ContextAttribute.CAUSATION_ID, "message-1")
            .with(ContextAttribute.TENANT, "acme")
            .with(ContextAttribute.USER, "u-1");

    assertGolden(
        "v1-full",
        new RecordKey("OUTBOX#Order#42#eu", "0000000000000000007"),
        record(
            new AggregateKey("Order", "42#eu"),
            OptionalLong.of(7),
            List.of(paid, shipped),
            context,
            1795604800L,
            Item.empty()));
  }

  @Test
  void recordWithAttributesOfALaterWriter() {
    Item unknown =
        Item.builder()
            .put("aText", "x")
            .put("aNumber", Attribute.number("3.141592653589793238462643383279502884"))
            .put("aBinary", Attribute.binary(new byte[] {0, -1}))
            .put("aBoolean", Attribute.bool(true))
            .put("aNull", Attribute.nullValue())
            .put(
                "aMap",
                Attribute.map(
                    Item.of(
                        "inner",
                        Attribute.list(
                            List.of(
                                Attribute.number(1),
                                Attribute.map(Item.empty()),
                                Attribute.list(List.of()))))))
            .put("texts", Attribute.stringSet(List.of("a", "b")))
            .put("numbers", Attribute.numberSet(List.of("9", "10")))
            .put("binaries", Attribute.binarySet(List.of(new byte[] {0}, new byte[] {-1})))
            .build();
    Item added = Item.of("added", Attribute.map(Item.of("level", Attribute.number("-1.5"))));

    assertGolden(
        "v1-unknown",
        new RecordKey("OUTBOX#Order#42", "9223372036854775807"),
        record(
            new AggregateKey("Order", "42"),
            OptionalLong.of(Long.MAX_VALUE),
            List.of(
                event("e-1", "OrderPlaced", 0, JSON)
                    .apply(Payload.of("{}"), Optional.empty(), added)),
            context(0),
            90000,
            unknown));
  }

  @Test
  void binaryPayloads() {
    assertGolden(
        "v1-binary",
        new RecordKey("OUTBOX#Order#42", "0000000000000000000"),
        record(
            new AggregateKey("Order", "42"),
            OptionalLong.of(0),
            List.of(
                event("e-1", "OrderPlaced", 1795000000123L, "application/avro")
                    .apply(
                        Payload.of(new byte[] {0, 1, 2, 3, -1}),
                        Optional.of(Payload.of(new byte[0])),
                        Item.empty())),
            context(1795000000456L),
            1795604800L,
            Item.empty()));
  }

  @Test
  void payloadThatIsElsewhere() {
    String hash = "0123456789abcdef".repeat(4);
    assertGolden(
        "v2-reference",
        new RecordKey("OUTBOX#Order#42", "01890a5d-ac96-774b-bcce-b302099a8057"),
        record(
            new AggregateKey("Order", "42"),
            OptionalLong.empty(),
            List.of(
                event("01890a5d-ac96-774b-bcce-b302099a8058", "OrderPlaced", 1795000000123L, JSON)
                    .apply(
                        new Payload.Reference(
                            "s3://payloads/orders/01890a5d-ac96-774b-bcce-b302099a8058/" + hash,
                            2_000_000,
                            hash,
                            true),
                        Optional.empty(),
                        Item.empty())),
            context(1795000000456L),
            1795604800L,
            Item.empty()));
  }

  /** Read only: a writer of its own need not say whether the payload was text. */
  @Test
  void payloadThatIsElsewhereWithoutItsType() {
    Decoded decoded = (Decoded) codec.decode(DynamoDbJson.golden("v2-reference-untyped"));
    assertThat(decoded.record().events())
        .extracting(OutboxEvent::data)
        .extracting(data -> data.fold(text -> true, bytes -> true, Payload.Reference::isText))
        .containsExactly(true, true, false);
  }

  /** Read only: libraries of compression differ in the bytes that they write. */
  @Test
  void payloadsThatAreCompressed() {
    Decoded decoded = (Decoded) codec.decode(DynamoDbJson.golden("v2-compressed"));
    OutboxEvent event = decoded.record().events().get(0);
    assertThat(event.data())
        .isEqualTo(Payload.of("{\"note\":\"" + "Gr\u00fc\u00dfe ".repeat(20) + "\"}"));
    assertThat(event.previous()).contains(Payload.of("{\"note\":\"" + "x".repeat(100) + "\"}"));
  }

  @Test
  void recordOfALaterVersionIsNotGuessedAt() {
    assertThat(codec.decode(DynamoDbJson.golden("v3"))).isEqualTo(new NewerVersion("3"));
  }

  private void assertGolden(String name, RecordKey key, OutboxRecord record) {
    Item golden = DynamoDbJson.golden(name);
    assertThat(codec.decode(golden)).isEqualTo(new Decoded(key, record));
    assertThat(codec.encode(key, record).asMap()).isEqualTo(golden.asMap());
  }

  private interface WithPayload {
    OutboxEvent apply(Payload data, Optional<Payload> previous, Item unknown);
  }

  private static WithPayload event(String id, String type, long time, String contentType) {
    return (data, previous, unknown) ->
        new OutboxEvent(
            id,
            type,
            Instant.ofEpochMilli(time),
            contentType,
            Optional.empty(),
            data,
            previous,
            Map.of(),
            unknown);
  }

  private static CommitContext context(long writtenAt) {
    return CommitContext.of("/shop/orders", Instant.ofEpochMilli(writtenAt), "eu-central-1");
  }

  private static OutboxRecord record(
      AggregateKey aggregate,
      OptionalLong sequence,
      List<OutboxEvent> events,
      CommitContext context,
      long expiresAt,
      Item unknown) {
    return new OutboxRecord(
        aggregate, sequence, events, context, Instant.ofEpochSecond(expiresAt), unknown);
  }
}
