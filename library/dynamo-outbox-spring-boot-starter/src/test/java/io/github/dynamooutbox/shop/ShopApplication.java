package io.github.dynamooutbox.shop;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A service as the guide shows it. Its client of DynamoDB comes from the test. */
@SpringBootApplication
class ShopApplication {

  // snippet:start controller
  record OrderPlaced(String orderId, int total) {}

  @RestController
  static class Orders {
    private final Outbox outbox;

    Orders(Outbox outbox) {
      this.outbox = outbox;
    }

    @PutMapping("/orders/{id}")
    @ResponseStatus(HttpStatus.CREATED)
    void place(@PathVariable String id, @RequestBody int total) {
      Map<String, AttributeValue> order =
          Map.of(
              "PK", AttributeValue.fromS("ORDER#" + id),
              "SK", AttributeValue.fromS("ORDER"),
              "total", AttributeValue.fromN(String.valueOf(total)));
      outbox
          .transaction()
          .put(order, "attribute_not_exists(PK)")
          .events(Aggregate.of("Order", id).at(1), Event.of(new OrderPlaced(id, total)))
          .commit();
    }
  }
  // snippet:end
}
