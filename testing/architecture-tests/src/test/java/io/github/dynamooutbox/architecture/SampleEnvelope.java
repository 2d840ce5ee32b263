package io.github.dynamooutbox.architecture;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** An event of an order as the relay hands it to a target. */
final class SampleEnvelope {
  static final Instant TIME = Instant.parse("2026-11-21T10:15:30.120Z");
  static final String JSON = "application/json";

  private SampleEnvelope() {}

  static Envelope of(String orderId, Instant time, Map<String, String> headers, Payload payload) {
    AggregateKey order = new AggregateKey("Order", orderId);
    OutboxEvent event =
        new OutboxEvent(
            "e-1", "OrderPlaced", time, JSON, Optional.empty(), payload, Optional.empty(), headers);
    OutboxRecord record =
        new OutboxRecord(
            order,
            OptionalLong.of(1),
            List.of(event),
            CommitContext.of("/shop/orders", TIME, "eu-central-1"),
            TIME.plusSeconds(604_800),
            Item.empty());
    return new Envelope(
        new StreamPosition("100000000000000000001"),
        new RecordKey("OUTBOX#" + order, "0000000000000000001"),
        record,
        0);
  }
}
