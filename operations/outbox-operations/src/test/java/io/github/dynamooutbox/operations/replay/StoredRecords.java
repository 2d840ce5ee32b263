package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Records of orders, of one event each, as a table has them. */
final class StoredRecords {
  static final TableConfig TABLE = new TableConfig("orders", OutboxSchema.defaults());
  static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");

  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());
  private static final String ORDER = "1";

  private StoredRecords() {}

  static RecordKey key(long version) {
    return key(ORDER, version);
  }

  static RecordKey key(String order, long version) {
    return CODEC.key(new AggregateKey("Order", order), version);
  }

  static Map<String, AttributeValue> item(long version) {
    return item(ORDER, version);
  }

  static Map<String, AttributeValue> item(String order, long version) {
    return SdkItem.attributesOf(CODEC.encode(key(order, version), record(order, version)));
  }

  /** The event of a record. */
  static Envelope envelope(long version) {
    return new Envelope(new StreamPosition("1"), key(ORDER, version), record(ORDER, version), 0);
  }

  private static OutboxRecord record(String order, long version) {
    OutboxEvent event =
        new OutboxEvent(
            "e-" + version,
            "Changed",
            WRITTEN,
            "application/json",
            Optional.empty(),
            Payload.of("{}"),
            Optional.empty(),
            Map.of());
    return new OutboxRecord(
        new AggregateKey("Order", order),
        OptionalLong.of(version),
        List.of(event),
        CommitContext.of("/orders", WRITTEN, "eu-west-1"),
        WRITTEN.plus(Duration.ofDays(7)),
        Item.empty());
  }
}
