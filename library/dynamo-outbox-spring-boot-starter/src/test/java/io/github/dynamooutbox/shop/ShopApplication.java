package io.github.dynamooutbox.shop;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Command;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.data.domain.AbstractAggregateRoot;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
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

  // snippet:start command
  @RestController
  static class NewOrders {
    private final Outbox outbox;

    NewOrders(Outbox outbox) {
      this.outbox = outbox;
    }

    @PostMapping("/orders")
    ResponseEntity<String> place(Command command, @RequestBody int total) {
      CommitResult result =
          outbox.commit(
              command,
              () -> {
                String id = UUID.randomUUID().toString();
                return outbox
                    .transaction()
                    .events(Aggregate.of("Order", id).at(1), Event.of(new OrderPlaced(id, total)))
                    .commandResult("{\"id\":\"" + id + "\"}");
              });
      return ResponseEntity.of(result.commandResult());
    }
  }

  // snippet:end

  // snippet:start domain-events
  static class Order extends AbstractAggregateRoot<Order> {
    final String id;
    long version;
    int total;

    Order(String id) {
      this.id = id;
    }

    void add(int amount) {
      total += amount;
      registerEvent(new AmountAdded(id, amount));
    }

    List<Event> events() {
      return domainEvents().stream().map(Event::of).toList();
    }

    /** Only now, so that an order that was not saved still has its events. */
    void saved() {
      version++;
      clearDomainEvents();
    }
  }

  record AmountAdded(String orderId, int amount) {}

  static class OrderRepository {
    private final Outbox outbox;

    OrderRepository(Outbox outbox) {
      this.outbox = outbox;
    }

    void save(Order order) {
      outbox
          .transaction()
          .put(
              put ->
                  put.item(
                          Map.of(
                              "PK", AttributeValue.fromS("ORDER#" + order.id),
                              "SK", AttributeValue.fromS("ORDER"),
                              "version", AttributeValue.fromN(String.valueOf(order.version + 1)),
                              "total", AttributeValue.fromN(String.valueOf(order.total))))
                      .conditionExpression("attribute_not_exists(PK) OR version = :before")
                      .expressionAttributeValues(
                          Map.of(":before", AttributeValue.fromN(String.valueOf(order.version)))))
          .events(Aggregate.of("Order", order.id).at(order.version + 1), order.events())
          .commit();
      order.saved();
    }
  }
  // snippet:end
}
