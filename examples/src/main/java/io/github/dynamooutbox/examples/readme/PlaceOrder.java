package io.github.dynamooutbox.examples.readme;

import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The shortest use of the writer. What is between the marks is in the README, word for word. */
public final class PlaceOrder {
  private PlaceOrder() {}

  /** An event's payload; Jackson makes JSON of it. */
  public record OrderPlaced(String orderId, long totalCents) {}

  /** Writes a new order and its first event, or neither. */
  public static CommitResult place(DynamoDbClient dynamoDbClient, String id, String userId) {
    // snippet:begin
    Outbox outbox = Outbox.builder(dynamoDbClient).table("orders").source("/shop/orders").build();

    Map<String, AttributeValue> orderItem =
        Map.of(
            "PK", AttributeValue.fromS("ORDER#" + id),
            "SK", AttributeValue.fromS("ORDER"),
            "version", AttributeValue.fromN("1"));

    CommitResult result =
        outbox
            .transaction()
            .put(orderItem, "attribute_not_exists(PK)")
            .events(
                Aggregate.of("Order", id).at(1),
                Event.of("OrderPlaced", new OrderPlaced(id, 4990)).header("channel", "web"))
            .user(userId)
            .commit();
    // snippet:end
    return result;
  }
}
