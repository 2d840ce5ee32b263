package io.github.dynamooutbox.format;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One event of a record.
 *
 * @param id unique among all events of its source; a UUIDv7 unless the writer gave one
 * @param type what happened, for example {@code OrderPlaced}
 * @param time when it happened, to the millisecond
 * @param contentType media type of {@code data}
 * @param schema URI of the schema of {@code data}
 * @param data the payload as committed
 * @param previous the state before, in the same form as {@code data}
 * @param headers names of {@code [a-z0-9]}; become CloudEvents extensions
 */
public record OutboxEvent(
    String id,
    String type,
    Instant time,
    String contentType,
    Optional<String> schema,
    Payload data,
    Optional<Payload> previous,
    Map<String, String> headers) {
  public OutboxEvent {
    headers = Map.copyOf(headers);
  }
}
