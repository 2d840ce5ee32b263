package io.github.dynamooutbox.benchmarks.writer;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Commits the transaction through the writer. */
final class WithOutbox {
  private final Outbox outbox;

  WithOutbox(DynamoDbClient client, boolean strictOrder) {
    outbox =
        Outbox.builder(client)
            .table("orders")
            .source("/shop/orders")
            .strictOrder(strictOrder)
            .build();
  }

  void commit(Workload workload) {
    OutboxTransaction transaction = outbox.transaction();
    for (Map<String, AttributeValue> item : workload.items()) {
      transaction.put(item, "attribute_not_exists(PK)");
    }
    Aggregate order = Aggregate.of("Order", workload.orderId());
    List<Event> events = new ArrayList<>();
    for (Object payload : workload.payloads()) {
      events.add(Event.of("OrderPlaced", payload).header("channel", "web"));
    }
    transaction.events(workload.version() > 0 ? order.at(workload.version()) : order, events);
    workload.idempotencyKey().ifPresent(transaction::idempotencyKey);
    transaction.commit();
  }
}
