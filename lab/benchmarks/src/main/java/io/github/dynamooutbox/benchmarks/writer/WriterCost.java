package io.github.dynamooutbox.benchmarks.writer;

import io.github.dynamooutbox.benchmarks.cost.CostTable.CostCase;
import io.github.dynamooutbox.benchmarks.cost.CostTable.CostSuite;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The cost of a commit, compared with the same request written by hand. */
public final class WriterCost implements CostSuite {
  @Override
  public List<CostCase> cases() {
    return Workload.all().stream()
        .map(
            workload ->
                new CostCase(
                    workload.name(),
                    client -> commit(client, workload),
                    client -> {
                      HandWritten hand = new HandWritten(client);
                      return () -> hand.commit(workload);
                    },
                    workload.commitsPerRound()))
        .toList();
  }

  private static Runnable commit(DynamoDbClient client, Workload workload) {
    Outbox outbox =
        Outbox.builder(client)
            .table("orders")
            .source("/shop/orders")
            .strictOrder(workload.strictOrder())
            .build();
    return () -> {
      OutboxTransaction transaction = outbox.transaction();
      workload.items().forEach(item -> transaction.put(item, "attribute_not_exists(PK)"));
      Aggregate order = Aggregate.of("Order", workload.orderId());
      List<Event> events = new ArrayList<>();
      for (Object payload : workload.payloads()) {
        events.add(Event.of("OrderPlaced", payload).header("channel", "web"));
      }
      transaction.events(workload.version() > 0 ? order.at(workload.version()) : order, events);
      workload.idempotencyKey().ifPresent(transaction::idempotencyKey);
      transaction.commit();
    };
  }
}
