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
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Reads JSON payloads. Its exceptions name positions in a payload, never its content. */
final class PayloadReader {
  private final ObjectMapper mapper;
  private final Optional<PayloadMapper> other;

  PayloadReader(ObjectMapper mapper) {
    this(mapper, Optional.empty());
  }

  /**
   * A reader with another mapper for all but trees.
   *
   * @param mapper reads and writes trees, whose numbers keep their form
   */
  PayloadReader(ObjectMapper mapper, Optional<PayloadMapper> other) {
    this.mapper = mapper;
    this.other = other;
  }

  <T> T read(ReceivedEvent event, Class<T> type) {
    if (other.isPresent() && !JsonNode.class.isAssignableFrom(type)) {
      return other.get().read(event, type);
    }
    T payload;
    try (JsonParser json = parser(event)) {
      payload =
          JsonNode.class.isAssignableFrom(type)
              ? type.cast(ExactTree.read(json))
              : mapper.readValue(json, type);
    } catch (InvalidDefinitionException | ValueInstantiationException e) {
      throw unmappable(event, type, where(e), e);
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

  private JsonParser parser(ReceivedEvent event) throws IOException {
    return opened(event, mapper::createParser, mapper::createParser);
  }

  /**
   * Opens a JSON payload. Of bytes, Jackson itself finds out the encoding, and refuses what is
   * none.
   */
  static <P> P opened(ReceivedEvent event, Opening<String, P> text, Opening<byte[], P> bytes)
      throws IOException {
    if (!MediaType.isJson(event.contentType())) {
      throw new UnusableEventException(
          event + ": its payload is " + event.contentType() + ", not JSON; use otherwise(...)");
    }
    Payload data = event.data();
    return data.<Opened<P>>fold(
            it -> () -> text.open(it.text()),
            it -> () -> bytes.open(it.toBytes()),
            reference ->
                () -> {
                  throw new InvalidInboxException(
                      event
                          + ": its payload is elsewhere; call largePayloads(reader) on the inbox's"
                          + " builder");
                })
        .open();
  }

  interface Opening<I, P> {
    P open(I input) throws IOException;
  }

  private interface Opened<P> {
    P open() throws IOException;
  }

  static UnmappablePayloadException unmappable(
      ReceivedEvent event, Class<?> type, String where, Exception failure) {
    // Jackson's message and cause may quote the payload.
    return new UnmappablePayloadException(
        event
            + ": this consumer cannot map its payload to "
            + type.getName()
            + where
            + " ("
            + failure.getClass().getSimpleName()
            + "); does "
            + type.getName()
            + " lack a constructor for Jackson, or the class path a module, such as the one for"
            + " Kotlin?");
  }

  static UnusableEventException unreadable(ReceivedEvent event, Class<?> type, String where) {
    return new UnusableEventException(
        event + ": its payload cannot be read as " + type.getName() + where);
  }

  private static String where(JsonProcessingException failure) {
    StringBuilder where = new StringBuilder(", at $");
    if (failure instanceof JsonMappingException mapping) {
      for (JsonMappingException.Reference step : mapping.getPath()) {
        where.append(step(step.getIndex(), step.getFrom(), step.getFieldName()));
      }
    }
    return where.toString();
  }

  /** Keys of maps are part of the payload. */
  static String step(int index, Object from, String field) {
    return index >= 0 ? "[" + index + "]" : from instanceof Map ? ".(key)" : "." + field;
  }
}
