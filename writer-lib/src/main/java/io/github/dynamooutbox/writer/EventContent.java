package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.PayloadSerializer.Serialized;
import java.util.Optional;
import java.util.function.BiFunction;

/** The payload of an event and the state before it, serialised or not. */
sealed interface EventContent {

  EventContent withPrevious(String eventType, Object state);

  /**
   * The content as it is stored.
   *
   * @param serializer called with an object, and true if it is the state before the event
   */
  Ready ready(BiFunction<Object, Boolean, Serialized> serializer, String eventType);

  /** The type of an event that was created without one. */
  String type(EventTypeResolver resolver);

  /** Objects that are still to be serialised. */
  record Typed(Object data, Optional<Object> previous) implements EventContent {
    @Override
    public EventContent withPrevious(String eventType, Object state) {
      if (state instanceof byte[]) {
        throw new InvalidTransactionException(
            new Violation.InvalidEvent(
                eventType,
                "previous is a byte[], which would become a JSON text in base64; it must have the"
                    + " form of the payload, an object"));
      }
      return new Typed(data, Optional.of(state));
    }

    @Override
    public String type(EventTypeResolver resolver) {
      return resolver.typeOf(data);
    }

    @Override
    public Ready ready(BiFunction<Object, Boolean, Serialized> serializer, String eventType) {
      Serialized written = serializer.apply(data, false);
      Checks.text("the payload serializer's content type", written.contentType());
      Optional<Payload> before = previous.map(state -> serializer.apply(state, true).payload());
      if (before.isPresent() && before.get().getClass() != written.payload().getClass()) {
        throw new InvalidTransactionException(
            new Violation.InvalidEvent(
                eventType,
                "of payload and previous, the payload serializer returned one as text and the other"
                    + " as bytes; both must have the same form"));
      }
      return new Ready(written.payload(), before, written.contentType());
    }

    @Override
    public String toString() {
      return "Typed[" + data.getClass().getName() + ']';
    }
  }

  /** Texts or bytes that are published as they are. */
  record Ready(Payload data, Optional<Payload> previous, String contentType)
      implements EventContent {

    @Override
    public String type(EventTypeResolver resolver) {
      throw new IllegalStateException("an event with serialised content has a type");
    }

    @Override
    public Ready ready(BiFunction<Object, Boolean, Serialized> serializer, String eventType) {
      return this;
    }

    static Ready text(String text, String contentType) {
      return new Ready(Payload.of(text), Optional.empty(), checked(contentType));
    }

    static Ready bytes(byte[] bytes, String contentType) {
      return new Ready(Payload.of(bytes), Optional.empty(), checked(contentType));
    }

    private static String checked(String contentType) {
      return Checks.text("the content type of an event", contentType);
    }

    @Override
    public EventContent withPrevious(String eventType, Object state) {
      return new Ready(data, Optional.of(sameForm(eventType, state)), contentType);
    }

    private Payload sameForm(String eventType, Object state) {
      return data.fold(
          text ->
              state instanceof String before
                  ? Payload.of(before)
                  : refused(eventType, state, "a String"),
          bytes ->
              state instanceof byte[] before
                  ? Payload.of(before)
                  : refused(eventType, state, "a byte[]"),
          reference -> refused(eventType, state, "a reference"));
    }

    private static Payload refused(String eventType, Object state, String form) {
      throw new InvalidTransactionException(
          new Violation.InvalidEvent(
              eventType,
              "previous is a "
                  + state.getClass().getName()
                  + "; it must have the form of the payload, "
                  + form));
    }
  }
}
