package io.github.dynamooutbox.examples.demo.targets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Finds the CloudEvent's id in what a target accepted or delivered. */
final class EventIds {
  private static final ObjectMapper JSON = new ObjectMapper();

  private EventIds() {}

  /** Of a structured CloudEvent. */
  static String ofCloudEvent(String body) {
    return id(parse(body));
  }

  /** Of an event as EventBridge delivers it, with the CloudEvent as its detail. */
  static String ofBusEvent(String body) {
    return id(parse(body).path("detail"));
  }

  private static JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("What came out of a target is not JSON", e);
    }
  }

  private static String id(JsonNode cloudEvent) {
    String id = cloudEvent.path("id").asText("");
    if (id.isEmpty()) {
      throw new IllegalStateException("What came out of a target is no CloudEvent");
    }
    return id;
  }
}
