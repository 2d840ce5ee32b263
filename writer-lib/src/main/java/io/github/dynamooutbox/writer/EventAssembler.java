package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.PayloadSerializer.Serialized;
import java.time.Instant;
import java.util.Optional;

/** Makes a caller's event complete: serialises its payload and fills in what it left open. */
final class EventAssembler {
  private final PayloadSerializer serializer;
  private final EventIdGenerator ids;

  EventAssembler(PayloadSerializer serializer, EventIdGenerator ids) {
    this.serializer = serializer;
    this.ids = ids;
  }

  OutboxEvent assemble(AggregateKey aggregate, Event event, Instant now) {
    EventContent.Ready content = ready(aggregate, event);
    return new OutboxEvent(
        event.id().orElseGet(this::generatedId),
        event.type(),
        event.time().orElse(now),
        content.contentType(),
        event.schema(),
        content.data(),
        content.previous(),
        event.headers());
  }

  private String generatedId() {
    return Checks.text("an id from the event id generator", ids.nextId());
  }

  private EventContent.Ready ready(AggregateKey aggregate, Event event) {
    return event.content() instanceof EventContent.Typed typed
        ? serialized(aggregate, event, typed)
        : (EventContent.Ready) event.content();
  }

  private EventContent.Ready serialized(
      AggregateKey aggregate, Event event, EventContent.Typed typed) {
    Serialized data = serialize(aggregate, event, typed.data());
    Checks.text("the payload serializer's content type", data.contentType());
    Optional<Payload> previous =
        typed.previous().map(it -> serialize(aggregate, event, it).payload());
    if (previous.isPresent() && previous.get().getClass() != data.payload().getClass()) {
      throw new InvalidTransactionException(
          new Violation.InvalidEvent(
              event.type(),
              "the payload serializer made text of one and bytes of the other of payload and"
                  + " previous; both have the same form"));
    }
    return new EventContent.Ready(data.payload(), previous, data.contentType());
  }

  private Serialized serialize(AggregateKey aggregate, Event event, Object payload) {
    try {
      return serializer.serialize(payload);
    } catch (RuntimeException e) {
      throw PayloadSerializationException.of(aggregate, event, payload, e);
    }
  }
}
