package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.writer.PayloadSerializer.Serialized;
import java.time.Instant;

/** Completes a caller's event: serialises its payload and fills in defaults. */
final class EventAssembler {
  private final PayloadSerializer serializer;
  private final EventTypeResolver types;
  private final EventIdGenerator ids;
  private final PayloadRules rules;

  EventAssembler(
      PayloadSerializer serializer,
      EventTypeResolver types,
      EventIdGenerator ids,
      PayloadRules rules) {
    this.types = types;
    this.serializer = serializer;
    this.ids = ids;
    this.rules = rules;
  }

  OutboxEvent assemble(Aggregate aggregate, Event given, Instant now, Uploads uploads) {
    Event event = given.typed(types);
    EventContent.Ready content =
        event
            .content()
            .ready(
                (payload, previous) -> serialize(aggregate, event, payload, previous),
                event.type());
    OutboxEvent complete =
        new OutboxEvent(
            event.id().isPresent() ? event.id().get() : ids.nextId(),
            event.type(),
            event.time().orElse(now),
            content.contentType(),
            event.schema(),
            content.data(),
            content.previous(),
            event.headers());
    OutboxEvent stored = uploads.offload(complete);
    rules.check(aggregate.key(), complete, stored);
    return stored;
  }

  private Serialized serialize(Aggregate aggregate, Event event, Object payload, boolean previous) {
    try {
      return Checks.notNull(
          "the result of the payload serializer",
          serializer.serialize(
              payload,
              new PayloadContext(aggregate.key(), aggregate.version(), event.type(), previous)));
    } catch (RuntimeException e) {
      throw PayloadSerializationException.of(aggregate.key(), event, payload, e);
    }
  }
}
