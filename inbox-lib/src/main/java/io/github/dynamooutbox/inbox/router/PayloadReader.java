package io.github.dynamooutbox.inbox.router;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import io.github.dynamooutbox.format.MediaType;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.io.IOException;
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
    try (JsonParser json = parser(event)) {
      payload =
          JsonNode.class.isAssignableFrom(type)
              ? type.cast(ExactTree.read(json))
              : mapper.readValue(json, type);
    } catch (InvalidDefinitionException | ValueInstantiationException e) {
      throw unmappable(event, type, e);
    } catch (JsonProcessingException e) {
      throw unreadable(event, type, where(e));
    } catch (IOException | ClassCastException | NumberFormatException e) {
      throw unreadable(event, type, ", at $");
    }
    if (payload == null) {
      throw unreadable(event, type, ": is null");
    }
    return payload;
  }

  /** Returns the event with another type and a converted payload. */
  ReceivedEvent changed(ReceivedEvent event, String type, UnaryOperator<JsonNode> change) {
    JsonNode tree = read(event, JsonNode.class);
    String json;
    try {
      json = mapper.writeValueAsString(change.apply(tree));
    } catch (JsonProcessingException e) {
      throw unreadable(event, JsonNode.class, where(e));
    }
    Map<String, String> attributes = new TreeMap<>(event.attributes());
    attributes.put("type", type);
    return ReceivedEvent.of(attributes, Payload.of(json));
  }

  /** Of bytes, Jackson itself finds out the encoding, and refuses what is none. */
  private JsonParser parser(ReceivedEvent event) throws IOException {
    if (!MediaType.isJson(event.contentType())) {
      throw new UnusableEventException(
          event + ": its payload is " + event.contentType() + ", not JSON; use otherwise(...)");
    }
    return event
        .data()
        .<Opening>fold(
            text -> () -> mapper.createParser(text.text()),
            binary -> () -> mapper.createParser(binary.toBytes()),
            reference ->
                () -> {
                  throw new InvalidInboxException(
                      event
                          + ": its payload is elsewhere; call largePayloads(reader) on the inbox's"
                          + " builder");
                })
        .open();
  }

  private interface Opening {
    JsonParser open() throws IOException;
  }

  private static UnmappablePayloadException unmappable(
      ReceivedEvent event, Class<?> type, JsonMappingException failure) {
    // Jackson's message and cause may quote the payload.
    return new UnmappablePayloadException(
        event
            + ": this consumer cannot map its payload to "
            + type.getName()
            + where(failure)
            + " ("
            + failure.getClass().getSimpleName()
            + "); does "
            + type.getName()
            + " lack a constructor for Jackson, or the class path a module, such as the one for"
            + " Kotlin?");
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
