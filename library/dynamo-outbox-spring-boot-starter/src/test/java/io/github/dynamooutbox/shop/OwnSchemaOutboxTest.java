package io.github.dynamooutbox.shop;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.test.spring.OutboxTest;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.CommitResult;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A service in an existing table, whose keys have other names. */
@OutboxTest(
    properties = {
      "dynamo-outbox.table=orders",
      "dynamo-outbox.source=/shop/orders",
      "dynamo-outbox.schema.partition-key=id",
      "dynamo-outbox.schema.sortKey=kind",
      "dynamo-outbox.schema.prefix=EVT#",
      "dynamo-outbox.schema.ttl-attribute=expires"
    })
class OwnSchemaOutboxTest {
  @Autowired private Outbox outbox;
  @Autowired private InMemoryOutbox memory;

  @Test
  void committedEventsAreListedAndItemsReadUnderTheSchemasNames() {
    Map<String, AttributeValue> order =
        Map.of("id", AttributeValue.fromS("1"), "kind", AttributeValue.fromS("ORDER"));

    CommitResult committed =
        outbox
            .transaction()
            .put(order, "attribute_not_exists(id)")
            .events(Aggregate.of("Order", "1").at(1), Event.ofJson("OrderPlaced", "{}"))
            .commit();

    assertThat(memory).published("OrderPlaced").of("Order", "1").atVersion(1);
    assertThat(committed.records().get(0).key().partition()).isEqualTo("EVT#Order#1");
    assertThat(memory.client().getItem(get -> get.tableName("orders").key(order)).item())
        .isEqualTo(order);
  }
}
