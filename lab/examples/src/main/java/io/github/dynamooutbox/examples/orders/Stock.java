package io.github.dynamooutbox.examples.orders;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The stock of one product. Many orders change it at the same time. */
record Stock(String id, long version, int available) implements Entity {
  static final String TYPE = "Stock";

  static Stock received(String sku, int quantity) {
    return new Stock(sku, 1, quantity);
  }

  Stock reserve(int quantity) {
    if (quantity > available) {
      throw new OrderException("only " + available + " of " + id + " are left");
    }
    return new Stock(id, version + 1, available - quantity);
  }

  Stock release(int quantity) {
    return new Stock(id, version + 1, available + quantity);
  }

  @Override
  public String type() {
    return TYPE;
  }

  @Override
  public Map<String, AttributeValue> attributes() {
    return Map.of("available", StoredItem.of(available));
  }

  static Stock from(String sku, StoredItem item) {
    return new Stock(sku, item.number("version"), (int) item.number("available"));
  }
}
