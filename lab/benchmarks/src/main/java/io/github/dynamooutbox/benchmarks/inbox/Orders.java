package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Events of orders, and what a consumer does with them. */
final class Orders {
  static final String TABLE = "totals";
  static final String SOURCE = "/shop/orders";

  private static final AttributeValue TOTAL = AttributeValue.fromN("12990");

  private Orders() {}

  /** The only event of its version, as a relay publishes it. */
  static ReceivedEvent event(String order, long version) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("id", "%s-%d".formatted(order, version));
    attributes.put("source", SOURCE);
    attributes.put("type", "OrderPlaced");
    attributes.put("time", "2026-11-22T12:00:00Z");
    attributes.put("partitionkey", "Order#" + order);
    attributes.put("sequence", new EventPosition(version, 0, 1).sequence());
    return ReceivedEvent.of(attributes, Payload.of("{\"total\":12990}"));
  }

  /** Adds to a customer's total. */
  static void addToTotal(Update.Builder update) {
    update
        .key(
            Map.of(
                "PK",
                AttributeValue.fromS("CUSTOMER#customer-4711"),
                "SK",
                AttributeValue.fromS("CUSTOMER")))
        .updateExpression("ADD spent :total")
        .expressionAttributeValues(Map.of(":total", TOTAL));
  }

  /** Puts a line of an invoice. */
  static void putLine(Put.Builder put, int line) {
    put.item(
        Map.of(
            "PK", AttributeValue.fromS("INVOICE#6f1c2c52-" + line),
            "SK", AttributeValue.fromS("LINE"),
            "sku", AttributeValue.fromS("lamp"),
            "quantity", AttributeValue.fromN("2"),
            "cents", TOTAL));
  }

  /** What a consumer writes for an event: a total, and lines of an invoice. */
  static EventHandler handler(int lines) {
    return (event, transaction) -> {
      transaction.update(Orders::addToTotal);
      for (int i = 0; i < lines; i++) {
        int line = i;
        transaction.put(put -> putLine(put, line));
      }
    };
  }

  /** {@code versions} events for each of {@code orders} orders, in order for each. */
  static List<ReceivedEvent> events(int orders, int versions) {
    List<ReceivedEvent> events = new ArrayList<>();
    for (long version = 1; version <= versions; version++) {
      for (int order = 0; order < orders; order++) {
        events.add(event("order-" + order, version));
      }
    }
    return events;
  }
}
