package io.github.dynamooutbox.operations;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A record of {@code Order#42} with one event and everything that is optional in it. */
public final class SampleRecord {
  private static final Instant TIME = Instant.parse("2026-11-21T10:15:30.125Z");

  private SampleRecord() {}

  public static OutboxRecord at(long sequence) {
    OutboxEvent event =
        new OutboxEvent(
            "0193-1",
            "OrderPlaced",
            TIME,
            "application/json",
            Optional.of("https://schemas.example/order"),
            Payload.of("{\"total\": 12}"),
            Optional.of(Payload.of("{\"total\": 0}")),
            Map.of("channel", "web"));
    CommitContext context = CommitContext.of("/shop/orders", TIME.plusMillis(5), "eu-central-1");
    for (ContextAttribute attribute : ContextAttribute.all()) {
      context = context.with(attribute, attribute.itemName() + "-1");
    }
    return new OutboxRecord(
        new AggregateKey("Order", "42"),
        OptionalLong.of(sequence),
        List.of(event),
        context,
        TIME.plusSeconds(604_800),
        Item.empty());
  }
}
