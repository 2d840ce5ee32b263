package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.Payload;
import java.util.Optional;

/** What an event carries. */
sealed interface EventContent {

  EventContent withPrevious(String eventType, Object state);

  /** Objects that are still to be serialised. */
  record Typed(Object data, Optional<Object> previous) implements EventContent {
    @Override
    public EventContent withPrevious(String eventType, Object state) {
      return new Typed(data, Optional.of(state));
    }

    @Override
    public String toString() {
      return "Typed[" + data.getClass().getName() + ']';
    }
  }

  /** Texts or bytes that are published as they are. */
  record Ready(Payload data, Optional<Payload> previous, String contentType)
      implements EventContent {

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
      if (data instanceof Payload.Text && state instanceof String text) {
        return Payload.of(text);
      }
      if (data instanceof Payload.Binary && state instanceof byte[] bytes) {
        return Payload.of(bytes);
      }
      throw new InvalidTransactionException(
          new Violation.InvalidEvent(
              eventType,
              "previous is a "
                  + state.getClass().getName()
                  + "; it must have the form of the payload, "
                  + (data instanceof Payload.Text ? "a String" : "a byte[]")));
    }
  }
}
