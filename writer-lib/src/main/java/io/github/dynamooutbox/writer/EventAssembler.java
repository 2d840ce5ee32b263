package io.github.dynamooutbox.writer;

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

  OutboxEvent assemble(Event event, Instant now) {
    EventContent.Ready content = ready(event);
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

  private EventContent.Ready ready(Event event) {
    return event.content() instanceof EventContent.Typed typed
        ? serialized(event.type(), typed)
        : (EventContent.Ready) event.content();
  }

  private EventContent.Ready serialized(String eventType, EventContent.Typed typed) {
    Serialized data = serializer.serialize(typed.data());
    Checks.text("the payload serializer's content type", data.contentType());
    Optional<Payload> previous = typed.previous().map(it -> serializer.serialize(it).payload());
    if (previous.isPresent() && previous.get().getClass() != data.payload().getClass()) {
      throw new InvalidTransactionException(
          "event of type "
              + eventType
              + ": the payload serializer made text of one and bytes of the other of payload and"
              + " previous; both have the same form");
    }
    return new EventContent.Ready(data.payload(), previous, data.contentType());
  }
}
