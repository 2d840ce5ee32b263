package io.github.dynamooutbox.lambda;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.lambda.internal.ItemJson;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Outbox records of orders, and their form in Lambda's events. */
public final class TestRecords {
  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());

  private TestRecords() {}

  /** One event, whose payload contains the word "secret". */
  public static OutboxRecord record(String orderId, long sequence) {
    OutboxEvent event =
        new OutboxEvent(
            orderId + "-" + sequence,
            "OrderPlaced",
            Instant.parse("2026-11-21T00:00:00Z"),
            "application/json",
            Optional.empty(),
            Payload.of("{\"secret\":" + sequence + "}"),
            Optional.empty(),
            Map.of());
    CommitContext context =
        CommitContext.of("/shop/orders", Instant.parse("2026-11-21T00:00:00.123Z"), "eu-west-1");
    return new OutboxRecord(
        new AggregateKey("Order", orderId),
        OptionalLong.of(sequence),
        List.of(event),
        context,
        Instant.parse("2026-11-28T00:00:00Z"),
        Item.empty());
  }

  public static Item item(String orderId, long sequence) {
    OutboxRecord record = record(orderId, sequence);
    return CODEC.encode(CODEC.key(record.aggregate(), sequence), record);
  }

  public static Envelope envelope(String orderId, long sequence, String position) {
    OutboxRecord record = record(orderId, sequence);
    return new Envelope(
        new StreamPosition(position), CODEC.key(record.aggregate(), sequence), record, 0);
  }

  /** An insertion as an element of "Records". */
  public static String inserted(String position, Item item) {
    return change("INSERT", position, item, ",\"NewImage\":" + ItemJson.of(item));
  }

  /** A removal as an element of "Records". */
  public static String removed(String position, Item item) {
    return change("REMOVE", position, item, "");
  }

  private static String change(String name, String position, Item item, String image) {
    Item keys =
        Item.builder().put("PK", item.asMap().get("PK")).put("SK", item.asMap().get("SK")).build();
    return """
        {"eventName":"%s","eventSource":"aws:dynamodb",
         "eventSourceARN":"arn:aws:dynamodb:eu-west-1:1:table/orders/stream/1",
         "dynamodb":{"Keys":%s%s,"SequenceNumber":"%s"}}
        """
        .formatted(name, ItemJson.of(keys), image, position);
  }

  /** A stream event with these records. */
  public static String event(String... records) {
    return "{\"Records\":[" + String.join(",", records) + "]}";
  }
}
