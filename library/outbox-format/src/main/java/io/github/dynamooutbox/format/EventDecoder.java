package io.github.dynamooutbox.format;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Reads an event from an element of {@code events}. */
final class EventDecoder {
  private EventDecoder() {}

  static OutboxEvent decode(Fields fields) {
    String contentType = fields.text(RecordAttributes.CONTENT_TYPE);
    Payload data = fields.payloadOrReference(RecordAttributes.DATA, contentType);
    return new OutboxEvent(
        fields.text(RecordAttributes.EVENT_ID),
        fields.text(RecordAttributes.EVENT_TYPE),
        fields.millis(RecordAttributes.EVENT_TIME),
        contentType,
        fields.optionalText(RecordAttributes.SCHEMA),
        data,
        previous(fields, data),
        headers(fields),
        fields.unknown(RecordAttributes.OF_EVENT));
  }

  private static Optional<Payload> previous(Fields fields, Payload data) {
    if (!fields.has(RecordAttributes.PREVIOUS)) {
      return Optional.empty();
    }
    Payload previous = fields.payload(RecordAttributes.PREVIOUS);
    boolean isHere = data.fold(text -> true, binary -> true, reference -> false);
    if (isHere && previous.getClass() != data.getClass()) {
      throw fields.wrong(RecordAttributes.PREVIOUS, "is not of the same type as data");
    }
    return Optional.of(previous);
  }

  private static Map<String, String> headers(Fields fields) {
    if (!fields.has(RecordAttributes.HEADERS)) {
      return Map.of();
    }
    ItemView encoded = fields.map(RecordAttributes.HEADERS);
    Map<String, String> headers = new HashMap<>();
    for (String name : encoded.names()) {
      String path = RecordAttributes.HEADERS + '.' + name;
      if (!HeaderName.isAllowed(name)) {
        throw fields.wrong(path, "is not an allowed header name");
      }
      AttributeView value = encoded.get(name);
      if (value == null || value.type() != AttributeType.S) {
        throw fields.wrongType(path, value, "S");
      }
      headers.put(name, value.string());
    }
    return headers;
  }
}
