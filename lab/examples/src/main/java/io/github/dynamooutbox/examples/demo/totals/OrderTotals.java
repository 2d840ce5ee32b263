package io.github.dynamooutbox.examples.demo.totals;

import io.github.dynamooutbox.examples.orders.OrderEvents.OrderCancelled;
import io.github.dynamooutbox.examples.orders.OrderEvents.OrderPaid;
import io.github.dynamooutbox.examples.orders.OrderEvents.OrderPlaced;
import io.github.dynamooutbox.examples.orders.OrderEvents.OrderShipped;
import io.github.dynamooutbox.examples.orders.OrderTotal;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InboxBuilder;
import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.router.EventRouter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A consumer's projection: how often each order changed, and what it costs. Every event adds to its
 * order, so an event whose effect happened twice or never would show. Thread-safe.
 */
public final class OrderTotals {
  private static final int PARALLEL = 8;
  private static final String PREFIX = "ORDER#";

  private final DynamoDbClient client;
  private final String table;
  private final BatchAdapter function;

  private OrderTotals(DynamoDbClient client, String table, BatchAdapter function) {
    this.client = client;
    this.table = table;
    this.function = function;
  }

  /**
   * Creates the consumer's table.
   *
   * @param consumer name of the consumer
   * @param order how the inbox guards the order of events
   */
  public static OrderTotals create(
      DynamoDbClient client,
      String consumer,
      BatchSource source,
      UnaryOperator<InboxBuilder> order) {
    String table = "order-totals-of-" + consumer;
    client.createTable(
        request ->
            request
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("PK"), attribute("SK"))
                .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE)));
    Inbox inbox = order.apply(Inbox.builder(client).table(table).consumer(consumer)).build();
    return new OrderTotals(
        client, table, BatchAdapter.of(source, inbox, router()).parallel(PARALLEL).build());
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static EventRouter router() {
    return EventRouter.builder()
        .on("OrderPlaced", OrderPlaced.class, (it, e, tx) -> add(tx, it.orderId(), it.totalCents()))
        .on("OrderPaid", OrderPaid.class, (it, e, tx) -> add(tx, it.orderId(), 0))
        .on("OrderShipped", OrderShipped.class, (it, e, tx) -> add(tx, it.orderId(), 0))
        .on("OrderCancelled", OrderCancelled.class, (it, e, tx) -> add(tx, it.orderId(), 0))
        .build();
  }

  private static void add(InboxTransaction transaction, String orderId, long cents) {
    transaction.update(
        update ->
            update
                .key(
                    Map.of(
                        "PK", AttributeValue.fromS(PREFIX + orderId),
                        "SK", AttributeValue.fromS("-")))
                .updateExpression("ADD changes :one, cents :cents")
                .expressionAttributeValues(
                    Map.of(
                        ":one", AttributeValue.fromN("1"),
                        ":cents", AttributeValue.fromN(Long.toString(cents)))));
  }

  /**
   * What the filter of an event source mapping would accept: every event of an order, and no
   * others.
   */
  public static boolean wants(ReceivedEvent event) {
    return event.aggregate().filter(it -> it.type().equals("Order")).isPresent();
  }

  /**
   * Passes a batch to the consumer.
   *
   * @return ids of the messages that failed, as Lambda gets them
   */
  public Set<String> consume(LambdaBatch batch) {
    return batch.call(function);
  }

  /** All orders by id, as this consumer sees them; reads the whole table. */
  public Map<String, OrderTotal> read() {
    Map<String, OrderTotal> totals = new HashMap<>();
    for (Map<String, AttributeValue> item :
        client.scanPaginator(scan -> scan.tableName(table).consistentRead(true)).items()) {
      String partition = value(item, "PK").s();
      if (partition.startsWith(PREFIX)) {
        totals.put(
            partition.substring(PREFIX.length()),
            new OrderTotal(
                Long.parseLong(value(item, "changes").n()),
                Long.parseLong(value(item, "cents").n())));
      }
    }
    return totals;
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String attribute) {
    return Objects.requireNonNull(item.get(attribute), attribute);
  }
}
