package io.github.dynamooutbox.examples.orders;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The payment of an order. */
record Payment(String id, long version, long amountCents, boolean refunded) implements Entity {
  static final String TYPE = "Payment";

  static String idFor(String orderId) {
    return "pay-" + orderId;
  }

  static Payment captured(Order order) {
    return new Payment(idFor(order.id()), 1, order.totalCents(), false);
  }

  Payment refund() {
    return new Payment(id, version + 1, amountCents, true);
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, AttributeValue> attributes() {
    return Map.of(
        "amountCents", StoredItem.of(amountCents), "refunded", AttributeValue.fromBool(refunded));
  }

  static Payment from(String id, StoredItem item) {
    return new Payment(
        id, item.number("version"), item.number("amountCents"), item.flag("refunded"));
  }
}
