package io.github.dynamooutbox.aws.internal.render;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.HeaderName;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The CloudEvents 1.0 context attributes of an event, all as text, in a fixed order. */
public final class CloudEventAttributes {
  /** The state before the event, in the same form as {@code data}. */
  static final String PREVIOUS = "previous";

  /** The state before the event in base64, where it is bytes or has control characters. */
  static final String PREVIOUS_BASE64 = "previousbase64";

  private static final DateTimeFormatter RFC_3339_MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private static final Instant YEAR_0 = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant YEAR_10_000 = Instant.parse("+10000-01-01T00:00:00Z");

  private CloudEventAttributes() {}

  /** Receives the attributes one by one. */
  interface Sink<X extends Exception> {
    void put(String name, String value) throws X;
  }

  /**
   * The attributes. An event's headers win over attributes of the record that yield to them.
   *
   * @throws RefusedEvent if a header's name or the time cannot be expressed in CloudEvents
   */
  public static Map<String, String> of(Envelope envelope) throws RefusedEvent {
    Map<String, String> attributes = new LinkedHashMap<>();
    writeTo(envelope, attributes::put);
    return attributes;
  }

  /**
   * Passes on the same attributes in the same order.
   *
   * @throws RefusedEvent as above; some may have been passed on before
   */
  static <X extends Exception> void writeTo(Envelope envelope, Sink<X> sink)
      throws RefusedEvent, X {
    OutboxEvent event = envelope.event();
    OutboxRecord.CommitContext context = envelope.record().context();
    sink.put("specversion", "1.0");
    sink.put("id", event.id());
    sink.put("source", context.source());
    sink.put("type", event.type());
    sink.put("time", time(event.time()));
    sink.put("datacontenttype", event.contentType());
    put(sink, "dataschema", event.schema());
    sink.put("subject", envelope.aggregate().id());
    sink.put("partitionkey", envelope.aggregate().toString());
    sink.put("aggregatetype", envelope.aggregate().type());
    Optional<EventPosition> position = envelope.eventPosition();
    put(sink, "sequence", position.map(EventPosition::sequence));
    put(sink, "sequencecount", position.flatMap(EventPosition::sequenceCount));
    putContext(sink, context, event.headers());
    putHeaders(sink, context, event.headers());
    Optional<Payload.Reference> reference =
        event.data().fold(text -> Optional.empty(), binary -> Optional.empty(), Optional::of);
    if (reference.isPresent()) {
      putReference(sink, reference.get());
    }
    if (event.previous().isPresent()) {
      putPrevious(sink, event, event.previous().get());
    }
  }

  private static <X extends Exception> void put(Sink<X> sink, String name, Optional<String> value)
      throws X {
    if (value.isPresent()) {
      sink.put(name, value.get());
    }
  }

  /** Where a header replaces the record's value, it is put in the place of the record's. */
  private static <X extends Exception> void putContext(
      Sink<X> sink, OutboxRecord.CommitContext context, Map<String, String> headers) throws X {
    for (Map.Entry<ContextAttribute, String> given : context.attributes().entrySet()) {
      String name = given.getKey().cloudEventName();
      boolean yields = given.getKey().yieldsToHeaders();
      sink.put(name, yields ? headers.getOrDefault(name, given.getValue()) : given.getValue());
    }
  }

  /**
   * A time as RFC 3339 writes it.
   *
   * @throws RefusedEvent if its year does not have four digits
   */
  public static String time(Instant time) throws RefusedEvent {
    if (time.isBefore(YEAR_0) || !time.isBefore(YEAR_10_000)) {
      int year = time.atOffset(ZoneOffset.UTC).getYear();
      throw new RefusedEvent("INVALID_TIME", "year " + year + " cannot be written as RFC 3339");
    }
    return RFC_3339_MILLIS.format(time);
  }

  private static <X extends Exception> void putHeaders(
      Sink<X> sink, OutboxRecord.CommitContext context, Map<String, String> headers)
      throws RefusedEvent, X {
    // Sorted, so that the same event has the same bytes on every machine.
    Map<String, String> sorted = headers.size() < 2 ? headers : new TreeMap<>(headers);
    for (Map.Entry<String, String> header : sorted.entrySet()) {
      String name = header.getKey();
      if (!HeaderName.isAllowed(name)) {
        throw new RefusedEvent(
            "INVALID_HEADER",
            "header \"%s\": its name is not a valid name of a CloudEvents extension, or is reserved"
                .formatted(name));
      }
      if (ContextAttribute.ofCloudEventName(name).flatMap(context::get).isEmpty()) {
        sink.put(name, header.getValue());
      }
    }
  }

  /** CloudEvents extension "dataref", and what it takes to verify what is there. */
  private static <X extends Exception> void putReference(Sink<X> sink, Payload.Reference reference)
      throws X {
    sink.put("dataref", reference.uri());
    sink.put("datareflength", Long.toString(reference.length()));
    sink.put("datarefsha256", reference.sha256());
  }

  private static <X extends Exception> void putPrevious(
      Sink<X> sink, OutboxEvent event, Payload previous) throws X {
    BarePayload.Body body = BarePayload.text(previous, event.contentType());
    if (body.base64()) {
      sink.put(PREVIOUS_BASE64, body.text());
    } else if (isAttribute(body.text())) {
      sink.put(PREVIOUS, body.text());
    } else {
      sink.put(
          PREVIOUS_BASE64,
          Base64.getEncoder().encodeToString(body.text().getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** CloudEvents 1.0, "Type System": a String has no control characters, not even line breaks. */
  private static boolean isAttribute(String text) {
    return text.codePoints().noneMatch(Character::isISOControl);
  }
}
