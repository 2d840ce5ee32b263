package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

class OutboxBuilderTest {
  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  private OutboxBuilder<Outbox> orders() {
    return Outbox.builder(dynamoDb).table("orders").source("/s");
  }

  @Test
  void settingsThatAreRefusedAreNamedWithTheirTable() {
    assertInvalid(
        Outbox.builder(dynamoDb).source("/s"), "outbox: no table is set; call table(name)");
    assertInvalid(
        orders().outboxTable(""), "outbox of table orders: the name of the outbox table is empty");
    assertInvalid(
        orders().source(""),
        "outbox of table orders: the source is empty; call source(uriReference)");
    assertInvalid(
        orders().source("a b"),
        "outbox of table orders: the source is not a URI reference: Illegal character in path at"
            + " index 1: a b");
    assertInvalid(
        orders().retention(Duration.ofHours(25).minusMillis(1)),
        "outbox of table orders: the retention is 24 h 59 min 59.999 s; it must be at least 25 h,"
            + " because the table's stream keeps records for 24 hours");
    assertInvalid(
        orders().retention(Duration.ofDays(3650).plusMillis(1)),
        "outbox of table orders: the retention is 3650 days 0.001 s; it must be at most 3650 days");
    assertInvalid(
        orders().commandRetention(Duration.ofHours(1).minusMillis(1)),
        "outbox of table orders: the retention of commands is 59 min 59.999 s; it must be at least"
            + " 1 h");
    assertInvalid(
        orders().commitTimeout(Duration.ofMinutes(5).plusMillis(1)),
        "outbox of table orders: the timeout of commits is 5 min 0.001 s; it must be positive and at"
            + " most 5 min");
    assertInvalid(
        orders().commitTimeout(Duration.ZERO),
        "outbox of table orders: the timeout of commits is 0 s; it must be positive and at most"
            + " 5 min");
    assertInvalid(
        orders().source("/" + "s".repeat(256)).targets(TargetLimits.eventBridge()),
        "outbox of table orders: the source has 257 characters; EventBridge accepts 256");
  }

  @Test
  void settingsAtTheirLimitsAreTaken() {
    orders()
        .retention(Duration.ofHours(25))
        .commandRetention(Duration.ofHours(1))
        .commitTimeout(Duration.ofMinutes(5))
        .compressPayloads(256)
        .source("/" + "s".repeat(255))
        .targets(TargetLimits.eventBridge())
        .build();
    assertThat(orders().retention(Duration.ofDays(3650)).build()).isNotNull();
  }

  @Test
  @ResourceLock(Resources.SYSTEM_PROPERTIES)
  void regionOfAClientThatHidesItsIsThatOfTheEnvironment() {
    Supplier<DynamoDbServiceClientConfiguration> hidden =
        () -> {
          throw new UnsupportedOperationException();
        };
    OutboxBuilder<OutboxSettings> builder =
        new OutboxBuilder<>(settings -> settings, hidden).table("orders").source("/s");
    String before = System.getProperty("aws.region");
    try {
      System.setProperty("aws.region", "eu-north-1");
      assertThat(builder.build().records().region()).isEqualTo("eu-north-1");
      System.clearProperty("aws.region");
      if (System.getenv("AWS_REGION") == null) {
        assertInvalid(
            builder,
            "outbox of table orders: the client does not report its region (does it wrap another?):"
                + " call region(...) on the builder, or set AWS_REGION");
      }
    } finally {
      if (before != null) {
        System.setProperty("aws.region", before);
      } else {
        System.clearProperty("aws.region");
      }
    }
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
  }

  private static void assertInvalid(OutboxBuilder<?> builder, String message) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(builder::build)
        .withMessage(message);
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
