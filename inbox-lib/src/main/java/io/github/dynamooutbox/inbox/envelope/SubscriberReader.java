package io.github.dynamooutbox.inbox.envelope;

import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.envelope.Json.Value;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Reads what a subscriber of a Custom Event Bus delivers {@code WITH_METADATA}: the payload, the
 * publisher's metadata and the bus's own (EventBridge user guide, "Event structure: data, metadata,
 * and system metadata").
 */
final class SubscriberReader {
  private static final String DATA = "Data";
  private static final String METADATA = "Metadata";
  private static final String SYSTEM = "SystemMetadata";
  private static final String CONTENT_TYPE = "datacontenttype";
  private static final String JSON = "application/json";

  private SubscriberReader() {}

  static boolean recognises(Map<String, Value> json) {
    Value system = json.get(SYSTEM);
    return json.containsKey(DATA) && system != null && system.isObject();
  }

  /**
   * Reads an event.
   *
   * @param inner reads what was published as JSON with everything in it
   */
  static ReceivedEvent read(Map<String, Value> json, Function<String, ReceivedEvent> inner) {
    Map<String, String> system = members(json, SYSTEM);
    Map<String, String> metadata = members(json, METADATA);
    Value data = Objects.requireNonNull(json.get(DATA));
    ReceivedEvent event =
        metadata.containsKey("id")
            ? withPayload(metadata, data, system.getOrDefault("ContentType", JSON))
            : inner.apply(data.json());
    return delivered(event, system);
  }

  private static Map<String, String> members(Map<String, Value> json, String name) {
    Map<String, String> members = new TreeMap<>();
    Value value = json.get(name);
    if (value != null && value.isObject()) {
      Json.members(value.json(), "the " + name)
          .forEach((key, each) -> each.scalar().ifPresent(text -> members.put(key, text)));
    }
    return members;
  }

  /** The attributes are the metadata. */
  private static ReceivedEvent withPayload(
      Map<String, String> attributes, Value data, String contentType) {
    // Created without the payload first, so that error messages can name the event.
    ReceivedEvent event = ReceivedEvent.of(attributes, Payload.of(""));
    if (contentType.equals("application/octet-stream")) {
      return ReceivedEvent.of(attributes, Payload.of(bytes(data, event), event.contentType()));
    }
    if (!MediaType.isJson(event.contentType())) {
      // Avro or Protobuf, which the bus has decoded with a schema registry.
      attributes.put(CONTENT_TYPE, JSON);
    }
    return ReceivedEvent.of(attributes, Payload.of(data.json()));
  }

  private static byte[] bytes(Value data, ReceivedEvent event) {
    try {
      return Base64.getDecoder().decode(data.scalar().orElse(""));
    } catch (IllegalArgumentException e) {
      throw new UnusableEventException(
          event + ": its Data is neither JSON nor base64, though its content type is bytes");
    }
  }

  private static ReceivedEvent delivered(ReceivedEvent event, Map<String, String> system) {
    String type = system.get("aws:DeliveryType");
    if (type == null) {
      return event;
    }
    Map<String, String> attributes = new TreeMap<>(event.attributes());
    attributes.put(ReceivedEvent.DELIVERY_TYPE, type);
    return ReceivedEvent.of(attributes, event.data());
  }

  /** The event group that a FIFO subscriber keeps in order; empty if there is none. */
  static String group(Map<String, Value> json) {
    return recognises(json) ? members(json, SYSTEM).getOrDefault("EventGroupId", "") : "";
  }

  /** The id that the bus gave the event; empty if it does not say. */
  static String id(Map<String, Value> json) {
    return recognises(json) ? members(json, SYSTEM).getOrDefault("aws:EventId", "") : "";
  }
}
