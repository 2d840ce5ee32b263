package io.github.dynamooutbox.inbox.router;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Reads JSON payloads. Its exceptions name positions in a payload, never its content. */
final class PayloadReader {
  private final ObjectMapper mapper;

  PayloadReader(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  <T> T read(ReceivedEvent event, Class<T> type) {
    T payload;
    try {
      payload = mapper.readValue(json(event), type);
    } catch (JsonProcessingException e) {
      throw unreadable(event, type, where(e));
    }
    if (payload == null) {
      throw unreadable(event, type, ": is null");
    }
    return payload;
  }

  /** Returns the event with another type and a converted payload. */
  ReceivedEvent changed(ReceivedEvent event, String type, UnaryOperator<JsonNode> change) {
    String json;
    try {
      json = mapper.writeValueAsString(change.apply(mapper.readTree(json(event))));
    } catch (JsonProcessingException e) {
      throw unreadable(event, JsonNode.class, where(e));
    }
    Map<String, String> attributes = new TreeMap<>(event.attributes());
    attributes.put("type", type);
    return ReceivedEvent.of(attributes, Payload.of(json));
  }

  private static String json(ReceivedEvent event) {
    if (!MediaType.isJson(event.contentType())) {
      throw new UnusableEventException(
          event + ": its payload is " + event.contentType() + ", not JSON; use otherwise(...)");
    }
    return new String(event.data().toBytes(), StandardCharsets.UTF_8);
  }

  private static UnusableEventException unreadable(
      ReceivedEvent event, Class<?> type, String where) {
    return new UnusableEventException(
        event + ": its payload cannot be read as " + type.getName() + where);
  }

  private static String where(JsonProcessingException failure) {
    StringBuilder where = new StringBuilder(", at $");
    if (failure instanceof JsonMappingException mapping) {
      for (JsonMappingException.Reference step : mapping.getPath()) {
        // Keys of maps are part of the payload.
        where.append(
            step.getIndex() >= 0
                ? "[" + step.getIndex() + "]"
                : step.getFrom() instanceof Map ? ".(key)" : "." + step.getFieldName());
      }
    }
    return where.toString();
  }
}
