package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.HeaderName;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An event to be published once its transaction has committed. Immutable: each method returns a
 * modified copy. A payload that is an object is serialised when the transaction commits.
 *
 * <p>Methods throw {@link InvalidTransactionException} for invalid values: empty texts, control
 * characters, header names that CloudEvents does not allow.
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
   * another serializer is set. A {@code String} becomes a JSON string; for serialised JSON use
   * {@link #ofJson}, for bytes {@link #ofBytes}.
   */
  public static Event of(String type, Object payload) {
    Checks.notNull("the payload of an event of type ", type, payload);
    if (payload instanceof byte[]) {
      throw new InvalidTransactionException(
          new Violation.InvalidEvent(
              type,
              "a byte[] would become a JSON text in base64; use ofBytes(type, bytes,"
                  + " contentType)"));
    }
    return of(type, new EventContent.Typed(payload, Optional.empty()));
  }

  /** An event without payload. It is published with an empty JSON object. */
  public static Event withoutPayload(String type) {
    return ofJson(type, "{}");
  }

  /**
   * An event with serialised JSON, which is published unchanged. The JSON is validated when the
   * transaction commits.
   */
  public static Event ofJson(String type, String json) {
    return ofText(type, json, "application/json");
  }

  /**
   * An event whose type the outbox's {@link EventTypeResolver} derives from the payload: the simple
   * name of its class, unless another resolver is set.
   *
   * @param payload an object whose class represents the event; a text, a number, a collection, a
   *     map or an array implies no type
   */
  public static Event of(Object payload) {
    Checks.notNull("the payload of an event", payload);
    if (payload instanceof CharSequence
        || payload instanceof Number
        || payload instanceof Iterable
        || payload instanceof Map
        || payload.getClass().isArray()) {
      throw new InvalidTransactionException(
          new Violation.InvalidText(
              "a payload of " + payload.getClass().getName(),
              "implies no event type; use of(type, payload) or withoutPayload(type)"));
    }
    EventContent content = new EventContent.Typed(payload, Optional.empty());
    return new Event("", content, Optional.empty(), Optional.empty(), Optional.empty(), Map.of());
  }

  /** Returns the event with its type resolved. */
  Event typed(EventTypeResolver types) {
    return type.isEmpty()
        ? new Event(
            Checks.text("a type from the event type resolver", content.type(types)),
            content,
            id,
            time,
            schema,
            headers)
        : this;
  }

  /** An event with a text that is published unchanged. */
  public static Event ofText(String type, String text, String contentType) {
    Checks.notNull("the text of an event of type ", type, text);
    return of(type, EventContent.Ready.text(text, contentType));
  }

  /** An event with bytes that are published unchanged. Takes a copy. */
  public static Event ofBytes(String type, byte[] bytes, String contentType) {
    Checks.notNull("the bytes of an event of type ", type, bytes);
    return of(type, EventContent.Ready.bytes(bytes, contentType));
  }

  /**
   * Sets the event's id, which must be unique among all events of the outbox's source. Default:
   * generated.
   */
  public Event id(String newId) {
    Checks.text("the id of an event of type ", type, newId);
    return new Event(type, content, Optional.of(newId), time, schema, headers);
  }

  /**
   * Sets the time of the event, to the millisecond. Default: the time of the commit.
   *
   * @param newTime within the years 0 to 9999, the range of RFC 3339, in which CloudEvents writes
   *     times
   */
  public Event time(Instant newTime) {
    Checks.notNull("the time of an event of type ", type, newTime);
    if (newTime.isBefore(YEAR_0) || !newTime.isBefore(YEAR_10000)) {
      throw new InvalidTransactionException(
          new Violation.InvalidEvent(
              type, "the time " + newTime + " is not within the years 0 to 9999"));
    }
    Instant cut = Instant.ofEpochMilli(newTime.toEpochMilli());
    return new Event(type, content, id, Optional.of(cut), schema, headers);
  }

  /** Sets the location of the payload's schema, an absolute URI. */
  public Event schema(String uri) {
    Checks.notNull("the schema of an event of type ", type, uri);
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
   * Sets the previous state, in the same form as the payload: an object to be serialised, a {@code
   * String} if the payload is a text, or a {@code byte[]} if it is bytes.
   */
  public Event previous(Object state) {
    EventContent withPrevious =
        content.withPrevious(
            type, Checks.notNull("the state before an event of type ", type, state));
    return new Event(type, withPrevious, id, time, schema, headers);
  }

  /**
   * Adds a header, which becomes a CloudEvents extension of this event. A header {@code user} or
   * {@code tenant} replaces the transaction's value for this event.
   *
   * @param name 1 to 20 characters of {@code a-z} and {@code 0-9}, and not a name that the envelope
   *     or an archive itself uses; see {@link HeaderName}
   * @param value not empty
   */
  public Event header(String name, String value) {
    Checks.notNull("the name of a header of an event of type ", type, name);
    if (!HeaderName.isFree(name)) {
      throw new InvalidTransactionException(
          new Violation.InvalidHeaderName(type, name, HeaderName.isWellFormed(name)));
    }
    String problem = Checks.problemOf(value);
    if (!problem.isEmpty()) {
      throw new InvalidTransactionException(
          new Violation.InvalidText(
              "event of type " + type + ": the value of header \"" + name + "\"", problem));
    }
    return new Event(type, content, id, time, schema, withHeader(name, value));
  }

  private Map<String, String> withHeader(String name, String value) {
    if (headers.isEmpty()) {
      return Map.of(name, value);
    }
    Map<String, String> more = new HashMap<>(headers);
    more.put(name, value);
    return Map.copyOf(more);
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

  /** Contains only type and id: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "Event[type=" + type + id.map(given -> ", id=" + given).orElse("") + ']';
  }
}
