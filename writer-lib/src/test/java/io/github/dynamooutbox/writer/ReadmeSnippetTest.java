package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the README shows, compiled and run. */
class ReadmeSnippetTest {
  record OrderPlaced(String orderId, int total) {}

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  @Test
  void placesAnOrder() {
    CommitResult result =
        place(dynamoDb, "42", 1, Items.order("42"), new OrderPlaced("42", 12), "u-1");

    assertThat(result.records()).hasSize(1);
    assertThat(dynamoDb.request().transactItems()).hasSize(2);
    assertThat(
            Items.decoded(dynamoDb.request().transactItems().get(1).put().item())
                .record()
                .events()
                .get(0)
                .headers())
        .isEqualTo(Map.of("user", "u-1"));
  }

  private static CommitResult place(
      DynamoDbClient dynamoDbClient,
      String id,
      long version,
      Map<String, AttributeValue> orderItem,
      OrderPlaced placed,
      String userId) {
    // snippet:start writer
    Outbox outbox = Outbox.builder(dynamoDbClient).table("orders").source("/shop/orders").build();

    CommitResult result =
        outbox
            .transaction()
            .put(orderItem, "attribute_not_exists(PK)")
            .events(
                Aggregate.of("Order", id).at(version),
                Event.of("OrderPlaced", placed).header("user", userId))
            .commit();
    // snippet:end
    return result;
  }
}
