package io.github.dynamooutbox.examples.orders;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An order at one version. Each change returns the next version. */
record Order(
    String id, long version, Status status, String customer, Map<String, Integer> quantities)
    implements Entity {
  static final String TYPE = "Order";

  private static final long PRICE_CENTS = 1999;

  enum Status {
    PLACED,
    PAID,
    SHIPPED,
    CANCELLED
  }

  Order {
    quantities = Map.copyOf(quantities);
  }

  static Order placed(String id, String customer, Map<String, Integer> quantities) {
    return new Order(id, 1, Status.PLACED, customer, quantities);
  }

  Order paid() {
    return next(Status.PAID, Status.PLACED);
  }

  Order shipped() {
    return next(Status.SHIPPED, Status.PAID);
  }

  Order cancelled() {
    return next(Status.CANCELLED, status == Status.PAID ? Status.PAID : Status.PLACED);
  }

  /** In this shop everything costs the same. */
  long totalCents() {
    return PRICE_CENTS * quantities.values().stream().mapToInt(Integer::intValue).sum();
  }

  private Order next(Status to, Status from) {
    if (status != from) {
      throw new OrderException("order " + id + " is " + status + " and cannot become " + to);
    }
    return new Order(id, version + 1, to, customer, quantities);
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, AttributeValue> attributes() {
    return Map.of(
        "status", AttributeValue.fromS(status.name()),
        "customer", AttributeValue.fromS(customer),
        "quantities", StoredItem.of(quantities));
  }

  static Order from(String id, StoredItem item) {
    return new Order(
        id,
        item.number("version"),
        Status.valueOf(item.text("status")),
        item.text("customer"),
        item.numbers("quantities"));
  }
}
