package io.github.dynamooutbox.examples.orders;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A parcel on its way. */
record Shipment(String id, long version, String orderId) implements Entity {
  static Shipment dispatched(Order order) {
    return new Shipment("ship-" + order.id(), 1, order.id());
  }

  @Override
  public String type() {
    return "Shipment";
  }

  @Override
  public Map<String, AttributeValue> attributes() {
    return Map.of("orderId", AttributeValue.fromS(orderId));
  }
}
