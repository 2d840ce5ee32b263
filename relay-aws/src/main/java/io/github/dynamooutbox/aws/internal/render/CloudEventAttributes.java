package io.github.dynamooutbox.aws.internal.render;

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

  /**
   * The attributes. An event's headers {@code tenant} and {@code user} win over the record's.
   *
   * @throws RefusedEvent if a header's name or the time cannot be expressed in CloudEvents
   */
  public static Map<String, String> of(Envelope envelope) throws RefusedEvent {
    OutboxEvent event = envelope.event();
    OutboxRecord.CommitContext context = envelope.record().context();
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", event.id());
    attributes.put("source", context.source());
    attributes.put("type", event.type());
    attributes.put("time", time(event.time()));
    attributes.put("datacontenttype", event.contentType());
    put(attributes, "dataschema", event.schema());
    attributes.put("subject", envelope.aggregate().id());
    attributes.put("partitionkey", envelope.aggregate().toString());
    attributes.put("aggregatetype", envelope.aggregate().type());
    Optional<EventPosition> position = envelope.eventPosition();
    put(attributes, "sequence", position.map(EventPosition::sequence));
    put(attributes, "sequencecount", position.flatMap(EventPosition::sequenceCount));
    put(attributes, "traceparent", context.traceparent());
    put(attributes, "tracestate", context.tracestate());
    put(attributes, "correlationid", context.correlationId());
    put(attributes, "causationid", context.causationId());
    put(attributes, "tenant", context.tenant());
    put(attributes, "user", context.user());
    putHeaders(attributes, event.headers());
    event
        .data()
        .<Optional<Payload.Reference>>fold(
            text -> Optional.empty(), binary -> Optional.empty(), Optional::of)
        .ifPresent(reference -> putReference(attributes, reference));
    event.previous().ifPresent(previous -> putPrevious(attributes, event, previous));
    return attributes;
  }

  private static void put(Map<String, String> attributes, String name, Optional<String> value) {
    if (value.isPresent()) {
      attributes.put(name, value.get());
    }
  }

  private static String time(Instant time) throws RefusedEvent {
    if (time.isBefore(YEAR_0) || !time.isBefore(YEAR_10_000)) {
      int year = time.atOffset(ZoneOffset.UTC).getYear();
      throw new RefusedEvent("INVALID_TIME", "year " + year + " cannot be written as RFC 3339");
    }
    return RFC_3339_MILLIS.format(time);
  }

  private static void putHeaders(Map<String, String> attributes, Map<String, String> headers)
      throws RefusedEvent {
    if (headers.isEmpty()) {
      return;
    }
    // Sorted, so that the same event has the same bytes on every machine.
    for (Map.Entry<String, String> header : new TreeMap<>(headers).entrySet()) {
      String name = header.getKey();
      if (!HeaderName.isAllowed(name)) {
        throw new RefusedEvent(
            "INVALID_HEADER",
            "header \"%s\": its name is no CloudEvents extension's, or is taken".formatted(name));
      }
      attributes.put(name, header.getValue());
    }
  }

  /** CloudEvents extension "dataref", and what it takes to verify what is there. */
  private static void putReference(Map<String, String> attributes, Payload.Reference reference) {
    attributes.put("dataref", reference.uri());
    attributes.put("datareflength", Long.toString(reference.length()));
    attributes.put("datarefsha256", reference.sha256());
  }

  private static void putPrevious(
      Map<String, String> attributes, OutboxEvent event, Payload previous) {
    BarePayload.Body body = BarePayload.text(previous, event.contentType());
    if (body.base64()) {
      attributes.put(PREVIOUS_BASE64, body.text());
    } else if (isAttribute(body.text())) {
      attributes.put(PREVIOUS, body.text());
    } else {
      attributes.put(
          PREVIOUS_BASE64,
          Base64.getEncoder().encodeToString(body.text().getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** CloudEvents 1.0, "Type System": a String has no control characters, not even line breaks. */
  private static boolean isAttribute(String text) {
    return text.codePoints().noneMatch(Character::isISOControl);
  }
}
