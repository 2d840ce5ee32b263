package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.CommandMarker.MarkedRecord;
import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkAttributes;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** The whole request of a transaction, compared with one that is written out by hand. */
class WholeRequestTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123456Z");
  private static final Instant NOW_MILLIS = Instant.parse("2026-11-21T10:15:30.123Z");
  private static final OutboxSchema SCHEMA = new OutboxSchema("pk", "sk", "ev/", "expires");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  @Test
  void outboxAddsRecordsOrderChecksAndMarkerAndNothingElse() {
    CommitResult result = placeAndPay().commit();

    TransactWriteItemsRequest request = dynamoDb.request();
    String token = request.clientRequestToken();
    CommitContext context =
        CommitContext.of("/shop/orders", NOW_MILLIS, "us-east-1")
            .with(ContextAttribute.TRACEPARENT, "00-trace-span-01")
            .with(ContextAttribute.TRACESTATE, "vendor=1")
            .with(ContextAttribute.CORRELATION_ID, "conversation-1")
            .with(ContextAttribute.CAUSATION_ID, "message-1")
            .with(ContextAttribute.TENANT, "acme")
            .with(ContextAttribute.USER, "u-1");
    Instant expiresAt = Instant.parse("2026-11-22T16:15:30Z");
    OutboxRecord order =
        new OutboxRecord(
            Aggregate.of("Order", "42").key(),
            OptionalLong.of(7),
            List.of(
                new OutboxEvent(
                    "e-1",
                    "OrderPlaced",
                    Instant.parse("2026-11-20T00:00:00.001Z"),
                    "application/json",
                    Optional.of("https://schemas.example.com/order-placed/2"),
                    Payload.of("{\"total\":12}"),
                    Optional.of(Payload.of("{\"total\":0}")),
                    Map.of("user", "u-2", "channel", "web"))),
            context,
            expiresAt,
            Item.empty());
    OutboxRecord payment =
        new OutboxRecord(
            Aggregate.of("Payment", "p").key(),
            OptionalLong.empty(),
            List.of(
                new OutboxEvent(
                    "e-2",
                    "PaymentRequested",
                    NOW_MILLIS,
                    "application/avro",
                    Optional.empty(),
                    Payload.of(new byte[] {1, 2}),
                    Optional.empty(),
                    Map.of()),
                new OutboxEvent(
                    "e-3",
                    "PaymentDone",
                    NOW_MILLIS,
                    "text/plain",
                    Optional.empty(),
                    Payload.of("done"),
                    Optional.empty(),
                    Map.of())),
            context,
            expiresAt,
            Item.empty());
    RecordKey orderKey = new RecordKey("ev/Order#42", "0000000000000000007");
    RecordKey paymentKey = new RecordKey("ev/Payment#p", token);
    CommandMarker marker =
        new CommandMarker(
            // SHA-256 of "command" and "pay 12", each after its length in four bytes.
            "3619a5618af2d5c31217e60b2e77674f8e471cec6ac8e0e4f2388654a088061e",
            "/shop/orders",
            NOW_MILLIS,
            List.of(
                new MarkedRecord(order.aggregate(), OptionalLong.of(7), orderKey, List.of("e-1")),
                new MarkedRecord(
                    payment.aggregate(), OptionalLong.empty(), paymentKey, List.of("e-2", "e-3"))),
            Optional.empty(),
            Instant.parse("2026-11-21T12:15:30Z"));
    CommandMarkers markers = new CommandMarkers(SCHEMA);
    var encoder = new RecordCodec(SCHEMA).encoder(new SdkAttributes());

    assertThat(request)
        .isEqualTo(
            TransactWriteItemsRequest.builder()
                .clientRequestToken(token)
                .overrideConfiguration(limit -> limit.apiCallTimeout(Duration.ofSeconds(7)))
                .transactItems(
                    TransactWriteItem.builder()
                        .put(put -> put.tableName("orders").item(Items.order("1")))
                        .build(),
                    own(encoder.apply(orderKey, order)),
                    own(encoder.apply(paymentKey, payment)),
                    TransactWriteItem.builder()
                        .conditionCheck(
                            check ->
                                check
                                    .tableName("events")
                                    .key(
                                        Map.of(
                                            "pk", Items.text("ev/Order#42"),
                                            "sk", Items.text("0000000000000000006")))
                                    .conditionExpression(
                                        "attribute_exists(#key) OR attribute_not_exists(#key)")
                                    .expressionAttributeNames(Map.of("#key", "pk")))
                        .build(),
                    own(
                        markers.encode(
                            markers.key("/shop/orders", Optional.of("acme"), "pay-1"),
                            marker,
                            new SdkAttributes())))
                .build());
    assertThat(result)
        .isEqualTo(
            new Committed(
                List.of(
                    new CommittedRecord(
                        order.aggregate(), OptionalLong.of(7), orderKey, List.of("e-1")),
                    new CommittedRecord(
                        payment.aggregate(),
                        OptionalLong.empty(),
                        paymentKey,
                        List.of("e-2", "e-3"))),
                NOW_MILLIS));
    assertThat(result.eventIds()).containsExactly("e-1", "e-2", "e-3");
  }

  private static TransactWriteItem own(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName("events")
                    .item(item)
                    .conditionExpression("attribute_not_exists(#key)")
                    .expressionAttributeNames(Map.of("#key", "pk")))
        .build();
  }

  private OutboxTransaction placeAndPay() {
    return Outbox.builder(dynamoDb)
        .table("orders")
        .outboxTable("events")
        .source("/shop/orders")
        .schema(SCHEMA)
        .region(Region.US_EAST_1)
        .clock(InstantSource.fixed(NOW))
        .retention(Duration.ofHours(30))
        .commandRetention(Duration.ofHours(2))
        .strictOrder(true)
        .build()
        .transaction()
        .correlationId("conversation-1")
        .causationId("message-1")
        .tenant("acme")
        .user("u-1")
        .trace("00-trace-span-01", "vendor=1")
        .timeout(Duration.ofSeconds(7))
        .idempotencyKey("pay-1", "pay 12")
        .put(Items.order("1"))
        .events(
            Aggregate.of("Order", "42").at(7),
            Event.of("OrderPlaced", Map.of("total", 12))
                .id("e-1")
                .time(Instant.parse("2026-11-20T00:00:00.0019Z"))
                .schema("https://schemas.example.com/order-placed/2")
                .previous(Map.of("total", 0))
                .header("user", "u-2")
                .header("channel", "web"))
        .events(
            Aggregate.of("Payment", "p"),
            Event.ofBytes("PaymentRequested", new byte[] {1, 2}, "application/avro").id("e-2"))
        .events(
            Aggregate.of("Payment", "p"),
            Event.ofText("PaymentDone", "done", "text/plain").id("e-3"));
  }
}
