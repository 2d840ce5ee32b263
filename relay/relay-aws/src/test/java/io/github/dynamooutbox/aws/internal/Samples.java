package io.github.dynamooutbox.aws.internal;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.ItemView;
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
import java.util.Set;

/** Envelopes for tests: a plain one, and whatever a test changes about it. Immutable. */
public record Samples(
    AggregateKey aggregate, OptionalLong sequence, OutboxEvent event, CommitContext context) {
  public static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  /** An event with nothing optional. */
  public static Samples plain() {
    return new Samples(
        new AggregateKey("Order", "42"),
        OptionalLong.empty(),
        new OutboxEvent(
            "0193-1",
            "OrderPlaced",
            Instant.parse("2026-11-21T10:15:30.120Z"),
            "application/json",
            Optional.empty(),
            Payload.of("{\"total\": 1.50}"),
            Optional.empty(),
            Map.of()),
        CommitContext.of(
            "/shop/orders", Instant.parse("2026-11-21T10:15:30.125Z"), "eu-central-1"));
  }

  /** Aggregates that services do not take as keys, each different from the others. */
  public static List<Samples> ofAwkwardAggregates() {
    return List.of(
        plain().aggregate("Order", "with space"),
        plain().aggregate("Order", "J\u00fcrgen \ud83d\ude00"),
        plain().aggregate("Order", "bell\u0007tab\t"),
        plain().aggregate("Order", "x".repeat(500)),
        plain().aggregate("Order", "x".repeat(500) + "y"),
        plain().aggregate("\u00d6rder", "\uffff\u0001"));
  }

  /** The same event with everything that is optional, but no previous state. */
  public static Samples full() {
    return plain()
        .sequence(7)
        .context(
            CommitContext.of(
                    "/shop/orders", Instant.parse("2026-11-21T10:15:30.125Z"), "eu-central-1")
                .with(ContextAttribute.TRACEPARENT, TRACEPARENT)
                .with(ContextAttribute.TRACESTATE, "vendor=1")
                .with(ContextAttribute.CORRELATION_ID, "corr-1")
                .with(ContextAttribute.CAUSATION_ID, "cause-1")
                .with(ContextAttribute.TENANT, "tenant-1")
                .with(ContextAttribute.USER, "user-1"))
        .schema("https://schemas.example/order")
        .headers(Map.of("channel", "web"));
  }

  public Samples aggregate(String type, String id) {
    return new Samples(new AggregateKey(type, id), sequence, event, context);
  }

  public Samples sequence(long value) {
    return new Samples(aggregate, OptionalLong.of(value), event, context);
  }

  public Samples context(CommitContext value) {
    return new Samples(aggregate, sequence, event, value);
  }

  public Samples source(String source) {
    return context(
        new CommitContext(source, context.writtenAt(), context.region(), context.attributes()));
  }

  public Samples id(String id) {
    return event(id, event.type(), event.time(), event.contentType(), event.data());
  }

  public Samples type(String type) {
    return event(event.id(), type, event.time(), event.contentType(), event.data());
  }

  public Samples time(Instant time) {
    return event(event.id(), event.type(), time, event.contentType(), event.data());
  }

  public Samples data(String contentType, String text) {
    return data(contentType, Payload.of(text));
  }

  public Samples data(String contentType, Payload data) {
    return event(event.id(), event.type(), event.time(), contentType, data);
  }

  public Samples data(String contentType, byte[] bytes) {
    return data(contentType, Payload.of(bytes));
  }

  private Samples event(String id, String type, Instant time, String contentType, Payload data) {
    return with(
        new OutboxEvent(
            id, type, time, contentType, event.schema(), data, event.previous(), event.headers()));
  }

  public Samples schema(String uri) {
    return with(
        new OutboxEvent(
            event.id(),
            event.type(),
            event.time(),
            event.contentType(),
            Optional.of(uri),
            event.data(),
            event.previous(),
            event.headers()));
  }

  public Samples previous(Payload previous) {
    return with(
        new OutboxEvent(
            event.id(),
            event.type(),
            event.time(),
            event.contentType(),
            event.schema(),
            event.data(),
            Optional.of(previous),
            event.headers()));
  }

  public Samples headers(Map<String, String> headers) {
    return with(
        new OutboxEvent(
            event.id(),
            event.type(),
            event.time(),
            event.contentType(),
            event.schema(),
            event.data(),
            event.previous(),
            headers));
  }

  private Samples with(OutboxEvent value) {
    return new Samples(aggregate, sequence, value, context);
  }

  public Envelope envelope() {
    return envelope(0);
  }

  /** The event at a later place of a record whose events are all the same. */
  public Envelope envelope(int index) {
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            sequence,
            List.copyOf(java.util.Collections.nCopies(index + 1, event)),
            context,
            Instant.parse("2026-11-28T00:00:00Z"),
            new NoAttributes());
    RecordKey key = new RecordKey("OUTBOX#" + aggregate, "0193-record");
    return new Envelope(new StreamPosition("100000000000000000001"), key, record, index);
  }

  private record NoAttributes() implements ItemView {
    @Override
    public Set<String> names() {
      return Set.of();
    }

    @Override
    public AttributeView get(String name) {
      return null;
    }
  }
}
