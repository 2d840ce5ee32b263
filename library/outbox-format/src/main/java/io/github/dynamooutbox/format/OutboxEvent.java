package io.github.dynamooutbox.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One event of a record. Immutable.
 *
 * @param id unique among all events of its source; a UUIDv7 unless the writer set one
 * @param type what happened, for example {@code OrderPlaced}
 * @param time when it happened; truncated to milliseconds
 * @param contentType media type of {@code data}
 * @param schema URI of the schema of {@code data}
 * @param data the payload as committed
 * @param previous the previous state, in the same form as {@code data}
 * @param headers CloudEvents extensions; for the names see {@link HeaderName}
 * @param unknown attributes that are unknown to this version; kept but ignored
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

  /** Returns a copy with this header, which replaces one of the same name. */
  public OutboxEvent withHeader(String name, String value) {
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return new OutboxEvent(id, type, time, contentType, schema, data, previous, more, unknown);
  }

  /** Returns a copy with another payload. */
  public OutboxEvent withData(Payload other) {
    return new OutboxEvent(id, type, time, contentType, schema, other, previous, headers, unknown);
  }

  /** Contains only id and type: headers and payloads do not belong in logs. */
  @Override
  public String toString() {
    return "OutboxEvent[id=" + id + ", type=" + type + ']';
  }
}
