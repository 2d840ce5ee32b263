package io.github.dynamooutbox.inbox.router;

import io.github.dynamooutbox.inbox.ReceivedEvent;

/** Maps JSON payloads to a consumer's classes. Implementations are thread-safe. */
public interface PayloadMapper {

  /**
   * Reads the payload of an event.
   *
   * @throws io.github.dynamooutbox.inbox.UnusableEventException if the payload cannot be read as
   *     the type
   * @throws UnmappablePayloadException if the class is at fault
   */
  <T> T read(ReceivedEvent event, Class<T> type);
}
