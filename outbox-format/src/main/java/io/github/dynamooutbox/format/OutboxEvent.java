package io.github.dynamooutbox.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * One event of a record. Immutable.
 *
 * @param id unique among all events of its source; a UUIDv7 unless the writer gave one
 * @param type what happened, for example {@code OrderPlaced}
 * @param time when it happened; cut to the millisecond
 * @param contentType media type of {@code data}
 * @param schema URI of the schema of {@code data}
 * @param data the payload as committed
 * @param previous the state before, in the same form as {@code data}
 * @param headers become CloudEvents extensions; for the names see {@link HeaderName}
 * @param unknown attributes that this version does not know; kept, and otherwise ignored
 */
public record OutboxEvent(
    String id,
    String type,
    Instant time,
    String contentType,
    Optional<String> schema,
    Payload data,
    Optional<Payload> previous,
    Map<String, String> headers,
    ItemView unknown) {
  public OutboxEvent {
    time = time.truncatedTo(ChronoUnit.MILLIS);
    headers = Map.copyOf(headers);
    unknown = Item.copyOf(unknown);
  }

  /** An event without unknown attributes. */
  public OutboxEvent(
      String id,
      String type,
      Instant time,
      String contentType,
      Optional<String> schema,
      Payload data,
      Optional<Payload> previous,
      Map<String, String> headers) {
    this(id, type, time, contentType, schema, data, previous, headers, Item.empty());
  }

  /** Names the event only: headers and payloads do not belong in logs. */
  @Override
  public String toString() {
    return "OutboxEvent[id=" + id + ", type=" + type + ']';
  }
}
