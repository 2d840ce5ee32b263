package io.github.dynamooutbox.springtotals;

import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.listener.OutboxListener;
import java.util.Map;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Adds an order to its customer's total, once however often it is delivered. */
@Component
class TotalsListener {

  record OrderPlaced(String customer, int total) {}

  @OutboxListener(queue = "totals", consumer = "order-totals")
  void placed(OrderPlaced order, InboxTransaction tx) {
    tx.update(
        update ->
            update
                .key(key(order.customer()))
                .updateExpression("ADD spent :total")
                .expressionAttributeValues(
                    Map.of(":total", AttributeValue.fromN(String.valueOf(order.total())))));
  }

  static Map<String, AttributeValue> key(String customer) {
    return Map.of(
        "PK", AttributeValue.fromS("CUSTOMER#" + customer), "SK", AttributeValue.fromS("CUSTOMER"));
  }
}
