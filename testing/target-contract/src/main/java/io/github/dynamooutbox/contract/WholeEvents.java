package io.github.dynamooutbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Compares what has arrived with what was sent: all attributes and the payload. */
final class WholeEvents {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private WholeEvents() {}

  static void assertArrived(List<String> arrived, List<ContractEvent> sent, boolean inOrder) {
    List<JsonNode> expected = sent.stream().map(WholeEvents::cloudEvent).toList();
    List<JsonNode> found = arrived.stream().map(WholeEvents::parse).toList();
    if (inOrder) {
      assertThat(found).isEqualTo(expected);
    } else {
      assertThat(without(expected, found)).as("sent, but not arrived").isEmpty();
      assertThat(without(found, expected)).as("arrived, but not sent").isEmpty();
      assertThat(found).hasSameSizeAs(expected);
    }
  }

  /** A request may have thousands of events, so they are not compared each with each. */
  private static Set<JsonNode> without(List<JsonNode> events, List<JsonNode> others) {
    Set<JsonNode> rest = new LinkedHashSet<>(events);
    rest.removeAll(new HashSet<>(others));
    return rest;
  }

  private static JsonNode cloudEvent(ContractEvent event) {
    ObjectNode json =
        JSON.createObjectNode()
            .put("specversion", "1.0")
            .put("id", event.id())
            .put("source", "/shop/orders")
            .put("type", "OrderPlaced")
            .put("time", "2026-11-21T10:15:30.120Z")
            .put("datacontenttype", "application/json")
            .put("dataschema", "https://schemas.example/order")
            .put("subject", event.aggregateId())
            .put("partitionkey", "Order#" + event.aggregateId())
            .put("aggregatetype", "Order")
            .put("sequence", "%019d.000000".formatted(event.sequence()))
            .put("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
            .put("tracestate", "vendor=1")
            .put("correlationid", "correlation-1")
            .put("causationid", "causation-1")
            .put("tenant", "tenant-1")
            .put("user", "user-1")
            .put("channel", "web")
            .put("previous", "{\"total\": 1}");
    return json.set("data", parse(event.data()));
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("is not JSON: " + json, e);
    }
  }
}
