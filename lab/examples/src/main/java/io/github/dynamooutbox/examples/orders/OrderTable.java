package io.github.dynamooutbox.examples.orders;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The service's business items: how they are loaded, and written under an optimistic lock. */
final class OrderTable {
  private static final String ORDERS = Order.TYPE + "#";

  private final DynamoDbClient client;
  private final String name;

  OrderTable(DynamoDbClient client, String name) {
    this.client = client;
    this.name = name;
  }

  Order order(String id) {
    return Order.from(id, load(Order.TYPE, id));
  }

  Payment payment(String id) {
    return Payment.from(id, load(Payment.TYPE, id));
  }

  Stock stock(String sku) {
    return Stock.from(sku, load(Stock.TYPE, sku));
  }

  /**
   * Puts an entity if the table still has the previous version. So two transactions can never both
   * create version 5 of an order, and versions have no gaps.
   */
  TransactWriteItem write(Entity entity) {
    Map<String, AttributeValue> item = new HashMap<>(entity.attributes());
    item.putAll(key(entity.type(), entity.id()));
    item.put("version", StoredItem.of(entity.version()));
    Put.Builder put = Put.builder().tableName(name).item(item);
    if (entity.version() == 1) {
      put.conditionExpression("attribute_not_exists(PK)");
    } else {
      put.conditionExpression("version = :before")
          .expressionAttributeValues(Map.of(":before", StoredItem.of(entity.version() - 1)));
    }
    return TransactWriteItem.builder().put(put.build()).build();
  }

  List<Order> orders() {
    List<Order> orders = new ArrayList<>();
    client
        .scanPaginator(scan -> scan.tableName(name).consistentRead(true))
        .items()
        .forEach(
            item -> {
              StoredItem stored = new StoredItem(item);
              String partition = stored.text("PK");
              if (partition.startsWith(ORDERS)) {
                orders.add(Order.from(partition.substring(ORDERS.length()), stored));
              }
            });
    return orders;
  }

  private StoredItem load(String type, String id) {
    GetItemResponse found = get(type, id);
    if (!found.hasItem()) {
      throw new OrderException(type + " " + id + " does not exist");
    }
    return new StoredItem(found.item());
  }

  private GetItemResponse get(String type, String id) {
    return client.getItem(get -> get.tableName(name).key(key(type, id)).consistentRead(true));
  }

  private static Map<String, AttributeValue> key(String type, String id) {
    return Map.of("PK", AttributeValue.fromS(type + "#" + id), "SK", AttributeValue.fromS(type));
  }
}
