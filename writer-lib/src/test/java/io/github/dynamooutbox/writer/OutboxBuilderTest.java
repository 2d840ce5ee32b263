package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.OutboxSchema;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

class OutboxBuilderTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  @Test
  void tableIsRequired() {
    assertInvalid(Outbox.builder(dynamoDb).source("/s"), "no table is set");
  }

  @Test
  void sourceIsRequiredAndAUriReference() {
    assertInvalid(Outbox.builder(dynamoDb).table("orders"), "the source is empty");
    assertInvalid(
        Outbox.builder(dynamoDb).table("orders").source("a b"), "the source is not a URI");
  }

  @Test
  void retentionOfLessThan25HoursIsRefused() {
    assertInvalid(
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .retention(Duration.ofHours(25).minusMillis(1)),
        "it must be at least PT25H");
  }

  @Test
  void retentionOfCommandsOfLessThanAnHourIsRefused() {
    assertInvalid(
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .commandRetention(Duration.ofHours(1).minusMillis(1)),
        "it must be at least PT1H");
  }

  @Test
  void outboxTableTakesRecordsMarkersAndOrderChecks() {
    Outbox outbox =
        Outbox.builder(dynamoDb)
            .table("orders")
            .outboxTable("events")
            .source("/s")
            .strictOrder(true)
            .build();
    outbox
        .transaction()
        .put(Map.of("id", Items.text("any key is the business table's own")))
        .events(Aggregate.of("A", "1").at(1), Event.of("E", 1))
        .idempotencyKey("k")
        .commit();
    assertThat(dynamoDb.request().transactItems())
        .extracting(
            item -> item.put() == null ? item.conditionCheck().tableName() : item.put().tableName())
        .containsExactly("orders", "events", "events", "events");
    assertInvalid(
        Outbox.builder(dynamoDb).table("orders").outboxTable("").source("/s"),
        "the name of the outbox table is empty");
  }

  @Test
  void regionCanBeGiven() {
    Outbox outbox =
        Outbox.builder(dynamoDb).table("orders").source("/s").region(Region.US_EAST_1).build();
    outbox.transaction().events(Aggregate.of("A", "1"), Event.of("E", 1)).commit();
    Map<String, AttributeValue> item = dynamoDb.request().transactItems().get(0).put().item();
    assertThat(Items.decoded(item).record().context().region()).isEqualTo("us-east-1");
  }

  @Test
  void schemaNamesKeysAndTtl() {
    Outbox outbox =
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .schema(new OutboxSchema("pk", "sk", "events/", "expires"))
            .build();
    outbox.transaction().events(Aggregate.of("A", "1").at(3), Event.of("E", 1)).commit();
    Put put = dynamoDb.request().transactItems().get(0).put();
    assertThat(put.item().get("pk").s()).isEqualTo("events/A#1");
    assertThat(put.item().get("sk").s()).isEqualTo("0000000000000000003");
    assertThat(put.item()).containsKey("expires").doesNotContainKeys("PK", "SK", "ttl");
    assertThat(put.expressionAttributeNames()).containsEntry("#key", "pk");
  }

  private static void assertInvalid(OutboxBuilder<Outbox> builder, String message) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(builder::build)
        .withMessageContaining(message);
  }

  @Test
  void retentionThatNoClockReachesIsRefusedAtOnce() {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(
            () ->
                Outbox.builder(new FakeDynamoDb())
                    .table("orders")
                    .source("/s")
                    .retention(Duration.ofSeconds(Long.MAX_VALUE))
                    .build())
        .withMessageContaining("it must be at most PT87600H");
  }

  @Test
  void mockOfAClientNeedsNoRegion() {
    DynamoDbClient mock =
        (DynamoDbClient)
            Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (proxy, method, arguments) -> null);
    Outbox outbox = Outbox.builder(mock).table("orders").source("/s").build();

    assertThat(
            outbox
                .transaction()
                .events(Aggregate.of("Order", "1"), Event.of("OrderPlaced", 1))
                .commit()
                .eventIds())
        .hasSize(1);
  }
}
