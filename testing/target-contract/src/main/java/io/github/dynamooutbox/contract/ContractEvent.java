package io.github.dynamooutbox.contract;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
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

/**
 * An event for tests, the only one in its record, with everything that an event can have.
 * Immutable.
 *
 * @param aggregateId the id of an aggregate of type {@code Order}
 * @param sequence the aggregate's version
 * @param id the event's id
 * @param data a JSON payload
 */
public record ContractEvent(String aggregateId, long sequence, String id, String data) {
  private static final Instant TIME = Instant.parse("2026-11-21T10:15:30.120Z");

  /** The first event of an aggregate. */
  public static ContractEvent of(String aggregateId) {
    return new ContractEvent(
        aggregateId,
        1,
        "event-of-" + aggregateId,
        "{\"total\": 1.50, \"of\": \"%s\"}".formatted(aggregateId));
  }

  /** The same event with a payload of this size, but at least 2 bytes. */
  public ContractEvent ofBytes(int bytes) {
    String text = "x".repeat(Math.max(0, bytes - 2));
    return new ContractEvent(aggregateId, sequence, id, "\"" + text + "\"");
  }

  /** The event in the form in which the relay passes it to a target. */
  public Envelope envelope() {
    AggregateKey aggregate = new AggregateKey("Order", aggregateId);
    OutboxEvent event =
        new OutboxEvent(
            id,
            "OrderPlaced",
            TIME,
            "application/json",
            Optional.of("https://schemas.example/order"),
            Payload.of(data),
            Optional.of(Payload.of("{\"total\": 1}")),
            Map.of("channel", "web"));
    CommitContext context =
        CommitContext.of("/shop/orders", TIME.plusMillis(5), "eu-central-1")
            .with(
                ContextAttribute.TRACEPARENT,
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .with(ContextAttribute.TRACESTATE, "vendor=1")
            .with(ContextAttribute.CORRELATION_ID, "correlation-1")
            .with(ContextAttribute.CAUSATION_ID, "causation-1")
            .with(ContextAttribute.TENANT, "tenant-1")
            .with(ContextAttribute.USER, "user-1");
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            OptionalLong.of(sequence),
            List.of(event),
            context,
            TIME.plusSeconds(604_800),
            Item.builder().build());
    return new Envelope(
        new StreamPosition("100000000000000000001"),
        new RecordKey("OUTBOX#" + aggregate, "%019d".formatted(sequence)),
        record,
        0);
  }
}
