package io.github.dynamooutbox.totals;

import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.listener.ListenerOrder;
import io.github.dynamooutbox.listener.OutboxListener;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A consumer as the guide shows it. Its clients come from the test. */
@SpringBootApplication
class TotalsApplication {

  // snippet:start listener
  record OrderPlaced(String orderId, String customer, int total) {}

  @Component
  static class Totals {
    @OutboxListener(queue = "totals", consumer = "order-totals", deadLetters = "totals-dead")
    void placed(OrderPlaced order, InboxTransaction tx) {
      tx.update(
          update ->
              update
                  .key(key("CUSTOMER#" + order.customer()))
                  .updateExpression("ADD spent :total")
                  .expressionAttributeValues(
                      Map.of(":total", AttributeValue.fromN(String.valueOf(order.total())))));
    }
  }

  // snippet:end

  /** In the order of each aggregate. Returns what it writes. */
  @Component
  static class History {
    final Set<String> failing = ConcurrentHashMap.newKeySet();
    final Queue<String> handled = new ConcurrentLinkedQueue<>();

    @OutboxListener(
        queue = "${queues.history}",
        consumer = "history",
        order = ListenerOrder.PARK,
        type = {"OrderPlaced", "OrderChanged"})
    List<TransactWriteItem> keep(ReceivedEvent event, OrderPlaced order) {
      if (failing.contains(order.orderId())) {
        throw new IllegalStateException("secret");
      }
      handled.add(event.id());
      return List.of(
          TransactWriteItem.builder().put(put -> put.item(key("HISTORY#" + event.id()))).build());
    }
  }

  /** Raises an event of its own. */
  @Component
  static class Welcome {
    @OutboxListener(queue = "welcome", consumer = "welcome", type = "CustomerCreated")
    TransactWriteItem welcome(ReceivedEvent event, InboxTransaction tx) {
      tx.events(Aggregate.of("Welcome", event.id()).at(1), Event.withoutPayload("Welcomed"));
      return TransactWriteItem.builder().put(put -> put.item(key("WELCOME"))).build();
    }

    @OutboxListener(queue = "welcome", consumer = "welcome", type = "*")
    void anyOther(ReceivedEvent event) {}
  }

  static Map<String, AttributeValue> key(String partition) {
    return Map.of("PK", AttributeValue.fromS(partition), "SK", AttributeValue.fromS("-"));
  }
}
