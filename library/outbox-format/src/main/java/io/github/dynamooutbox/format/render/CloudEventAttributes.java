package io.github.dynamooutbox.format.render;

import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.HeaderName;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.Payload;
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
import java.util.function.BiConsumer;

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

  /**
   * The attributes. An event's headers win over attributes of the record that yield to them.
   *
   * @throws RefusedEvent if a header's name or the time cannot be expressed in CloudEvents
   */
  public static Map<String, String> of(EventInRecord given) throws RefusedEvent {
    Map<String, String> attributes = new LinkedHashMap<>();
    writeTo(given, attributes::put);
    return attributes;
  }

  /**
   * Passes on the same attributes in the same order.
   *
   * @throws RefusedEvent as above; some may have been passed on before
   */
  static void writeTo(EventInRecord given, BiConsumer<String, String> sink) throws RefusedEvent {
    OutboxEvent event = given.event();
    OutboxRecord.CommitContext context = given.record().context();
    sink.accept("specversion", "1.0");
    sink.accept("id", event.id());
    sink.accept("source", context.source());
    sink.accept("type", event.type());
    sink.accept("time", time(event.time()));
    sink.accept("datacontenttype", event.contentType());
    put(sink, "dataschema", event.schema());
    sink.accept("subject", given.aggregate().id());
    sink.accept("partitionkey", given.aggregate().toString());
    sink.accept("aggregatetype", given.aggregate().type());
    Optional<EventPosition> position = given.eventPosition();
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

  private static void put(BiConsumer<String, String> sink, String name, Optional<String> value) {
    if (value.isPresent()) {
      sink.accept(name, value.get());
    }
  }

  /** Where a header replaces the record's value, it is put in the place of the record's. */
  private static void putContext(
      BiConsumer<String, String> sink,
      OutboxRecord.CommitContext context,
      Map<String, String> headers) {
    for (Map.Entry<ContextAttribute, String> given : context.attributes().entrySet()) {
      String name = given.getKey().cloudEventName();
      boolean yields = given.getKey().yieldsToHeaders();
      sink.accept(name, yields ? headers.getOrDefault(name, given.getValue()) : given.getValue());
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

  private static void putHeaders(
      BiConsumer<String, String> sink,
      OutboxRecord.CommitContext context,
      Map<String, String> headers)
      throws RefusedEvent {
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
        sink.accept(name, header.getValue());
      }
    }
  }

  /** CloudEvents extension "dataref", and what it takes to verify what is there. */
  private static void putReference(BiConsumer<String, String> sink, Payload.Reference reference) {
    sink.accept("dataref", reference.uri());
    sink.accept("datareflength", Long.toString(reference.length()));
    sink.accept("datarefsha256", reference.sha256());
    sink.accept("datareftype", reference.isText() ? "text" : "bytes");
  }

  private static void putPrevious(
      BiConsumer<String, String> sink, OutboxEvent event, Payload previous) {
    BarePayload.Body body = BarePayload.text(previous, event.contentType());
    if (body.base64()) {
      sink.accept(PREVIOUS_BASE64, body.text());
    } else if (isAttribute(body.text())) {
      sink.accept(PREVIOUS, body.text());
    } else {
      sink.accept(
          PREVIOUS_BASE64,
          Base64.getEncoder().encodeToString(body.text().getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** CloudEvents 1.0, "Type System": a String has no control characters, not even line breaks. */
  private static boolean isAttribute(String text) {
    return text.codePoints().noneMatch(Character::isISOControl);
  }
}
