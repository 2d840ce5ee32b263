package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.HeaderName;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An event to be published once its transaction has committed. Immutable: each method returns a
 * changed copy. A payload given as an object is read when the transaction commits.
 *
 * <p>Methods throw {@link InvalidTransactionException} for what no event may have: empty texts,
 * control characters, names of headers that CloudEvents does not allow.
 */
public final class Event {
  private static final Instant YEAR_0 = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant YEAR_10000 = Instant.parse("+10000-01-01T00:00:00Z");

  private final String type;
  private final EventContent content;
  private final Optional<String> id;
  private final Optional<Instant> time;
  private final Optional<String> schema;
  private final Map<String, String> headers;

  private Event(
      String type,
      EventContent content,
      Optional<String> id,
      Optional<Instant> time,
      Optional<String> schema,
      Map<String, String> headers) {
    this.type = type;
    this.content = content;
    this.id = id;
    this.time = time;
    this.schema = schema;
    this.headers = headers;
  }

  private static Event of(String type, EventContent content) {
    Checks.text("the type of an event", type);
    return new Event(type, content, Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
  }

  /**
   * An event with a payload that the outbox's {@link PayloadSerializer} turns into JSON, unless
   * another is set. A {@code String} becomes a JSON string; for JSON that is ready use {@link
   * #ofText}.
   */
  public static Event of(String type, Object payload) {
    return of(type, new EventContent.Typed(Objects.requireNonNull(payload), Optional.empty()));
  }

  /** An event with a ready text, which is published as it is. */
  public static Event ofText(String type, String text, String contentType) {
    return of(type, EventContent.Ready.text(text, contentType));
  }

  /** An event with ready bytes, which are published as they are. Takes a copy. */
  public static Event ofBytes(String type, byte[] bytes, String contentType) {
    return of(type, EventContent.Ready.bytes(bytes, contentType));
  }

  /** Unique among all events of the outbox's source. Generated unless given. */
  public Event id(String newId) {
    Checks.text("the id of an event of type " + type, newId);
    return new Event(type, content, Optional.of(newId), time, schema, headers);
  }

  /**
   * When it happened, to the millisecond. The time of the commit unless given.
   *
   * @param newTime from the year 0 to 9999: CloudEvents writes times as RFC 3339 does
   */
  public Event time(Instant newTime) {
    if (newTime.isBefore(YEAR_0) || !newTime.isBefore(YEAR_10000)) {
      throw new InvalidTransactionException(
          new Violation.InvalidEvent(
              type, "the time " + newTime + " is not of the years 0 to 9999"));
    }
    Instant cut = Instant.ofEpochMilli(newTime.toEpochMilli());
    return new Event(type, content, id, Optional.of(cut), schema, headers);
  }

  /** Where the payload's schema is found: an absolute URI. */
  public Event schema(String uri) {
    try {
      if (!new URI(uri).isAbsolute()) {
        throw new InvalidTransactionException(
            new Violation.InvalidEvent(type, "the schema is not an absolute URI"));
      }
    } catch (URISyntaxException e) {
      throw new InvalidTransactionException(
          new Violation.InvalidEvent(type, "the schema is not a URI"), e);
    }
    return new Event(type, content, id, time, Optional.of(uri), headers);
  }

  /**
   * The state before the event, in the payload's form: an object to be serialised, or a {@code
   * String} beside a ready text, or a {@code byte[]} beside ready bytes.
   */
  public Event previous(Object state) {
    EventContent withPrevious = content.withPrevious(type, Objects.requireNonNull(state));
    return new Event(type, withPrevious, id, time, schema, headers);
  }

  /**
   * A text that travels as a CloudEvents extension of this event. A header {@code user} or {@code
   * tenant} stands, for this event, in place of the transaction's.
   *
   * @param name 1 to 20 of {@code a-z} and {@code 0-9}, and none of the names that the envelope
   *     uses itself; see {@link HeaderName}
   * @param value not empty
   */
  public Event header(String name, String value) {
    if (!HeaderName.isAllowed(name)) {
      throw new InvalidTransactionException(
          new Violation.InvalidHeaderName(type, name, HeaderName.isReserved(name)));
    }
    Checks.text("event of type " + type + ": the value of header \"" + name + "\"", value);
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Event(type, content, id, time, schema, Map.copyOf(more));
  }

  String type() {
    return type;
  }

  EventContent content() {
    return content;
  }

  Optional<String> id() {
    return id;
  }

  Optional<Instant> time() {
    return time;
  }

  Optional<String> schema() {
    return schema;
  }

  Map<String, String> headers() {
    return headers;
  }

  /** Names type and id only: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "Event[type=" + type + id.map(given -> ", id=" + given).orElse("") + ']';
  }
}
