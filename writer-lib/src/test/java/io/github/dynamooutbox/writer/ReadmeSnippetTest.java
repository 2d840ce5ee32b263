package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
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
    CommitResult result = place(dynamoDb, "42");

    assertThat(result.records()).hasSize(1);
    assertThat(dynamoDb.request().transactItems()).hasSize(2);
    assertThat(Items.decoded(dynamoDb.request().transactItems().get(1).put().item()).record())
        .satisfies(
            record -> {
              assertThat(record.sequence()).hasValue(1);
              OutboxEvent event = record.events().get(0);
              assertThat(event.type()).isEqualTo("OrderPlaced");
              assertThat(event.data()).isEqualTo(Payload.of("{\"orderId\":\"42\",\"total\":12}"));
            });
  }

  private static CommitResult place(DynamoDbClient dynamoDbClient, String id) {
    // snippet:start writer
    Outbox outbox = Outbox.builder(dynamoDbClient).table("orders").source("/shop/orders").build();

    Map<String, AttributeValue> order =
        Map.of(
            "PK", AttributeValue.fromS("ORDER#" + id),
            "SK", AttributeValue.fromS("ORDER"),
            "total", AttributeValue.fromN("12"));

    CommitResult result =
        outbox
            .transaction()
            .put(order, "attribute_not_exists(PK)")
            .events(
                Aggregate.of("Order", id).at(1), Event.of("OrderPlaced", new OrderPlaced(id, 12)))
            .commit();
    // snippet:end
    return result;
  }
}
