package io.github.dynamooutbox.springorders;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Places orders. A second one with the same id is a conflict, which the starter answers with 409.
 */
@RestController
class OrderController {
  private final Outbox outbox;

  OrderController(Outbox outbox) {
    this.outbox = outbox;
  }

  record PlaceOrder(String customer, int total) {}

  record OrderPlaced(String orderId, String customer, int total) {}

  @PutMapping("/orders/{id}")
  @ResponseStatus(HttpStatus.CREATED)
  void place(@PathVariable("id") String id, @RequestBody PlaceOrder order) {
    outbox
        .transaction()
        .put(
            Map.of(
                "PK", AttributeValue.fromS("ORDER#" + id),
                "SK", AttributeValue.fromS("ORDER"),
                "customer", AttributeValue.fromS(order.customer()),
                "total", AttributeValue.fromN(String.valueOf(order.total()))),
            "attribute_not_exists(PK)")
        .events(
            Aggregate.of("Order", id).at(1),
            Event.of(new OrderPlaced(id, order.customer(), order.total())))
        .commit();
  }
}
