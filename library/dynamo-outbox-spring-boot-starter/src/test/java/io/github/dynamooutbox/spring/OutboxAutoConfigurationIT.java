package io.github.dynamooutbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.AsyncOutbox;
import io.github.dynamooutbox.writer.CommitListener;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.async.AsyncRequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import tools.jackson.databind.json.JsonMapper;

class OutboxAutoConfigurationIT {
  @RegisterExtension
  static final DynamoDbExtension DYNAMODB =
      DynamoDbExtension.with(new TestTable("orders", "id", "part", "ttl"));

  record OrderPlaced(String orderId, int total) {}

  private final ApplicationContextRunner service =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(JacksonAutoConfiguration.class, OutboxAutoConfiguration.class))
          .withBean(DynamoDbClient.class, DYNAMODB::client, bean -> bean.setDestroyMethodName(""))
          .withPropertyValues(
              "dynamo-outbox.table=orders",
              "dynamo-outbox.source=/shop/orders",
              "dynamo-outbox.schema.partition-key=id",
              "dynamo-outbox.schema.sort-key=part",
              "dynamo-outbox.targets=eventbridge,kafka");

  @Test
  void commitsWithTheApplicationsClientMapperAndMeters() {
    service
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withPropertyValues("spring.jackson.property-naming-strategy=SNAKE_CASE")
        .run(
            context -> {
              place(context.getBean(Outbox.class), "1");

              assertThat(record("1").toString()).contains("{\"order_id\":\"1\",\"total\":7}");
              assertThat(record("1").get("source").s()).isEqualTo("/shop/orders");
              assertThat(context.getBean(MeterRegistry.class).get("outbox.commit").timer().count())
                  .isEqualTo(1);
            });
  }

  @Test
  void usesAMapperOfTheGenerationBeforeWhereThatIsTheOnlyOne() {
    ObjectMapper kebab =
        new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE);
    service
        .withClassLoader(new FilteredClassLoader(JsonMapper.class))
        .withBean(ObjectMapper.class, () -> kebab)
        .run(
            context -> {
              place(context.getBean(Outbox.class), "2");

              assertThat(record("2").toString()).contains("{\"order-id\":\"2\",\"total\":7}");
            });
  }

  @Test
  void hasAnAsynchronousOutboxBesideIt() {
    service
        .withBean(DynamoDbAsyncClient.class, OutboxAutoConfigurationIT::asyncClient)
        .run(
            context -> {
              context
                  .getBean(AsyncOutbox.class)
                  .transaction()
                  .events(Aggregate.of("Order", "3").at(1), Event.withoutPayload("OrderSeen"))
                  .eventsOptional()
                  .commit()
                  .join();

              assertThat(record("3")).isNotEmpty();
            });
  }

  @Test
  void storesLargePayloadsOfTheAsynchronousOutboxWithoutBlocking() {
    List<String> stored = new CopyOnWriteArrayList<>();
    S3AsyncClient s3 =
        new S3AsyncClient() {
          @Override
          public CompletableFuture<PutObjectResponse> putObject(
              PutObjectRequest request, AsyncRequestBody body) {
            stored.add(request.bucket());
            return CompletableFuture.completedFuture(PutObjectResponse.builder().build());
          }

          @Override
          public String serviceName() {
            return SERVICE_NAME;
          }

          @Override
          public void close() {}
        };
    service
        .withBean(DynamoDbAsyncClient.class, OutboxAutoConfigurationIT::asyncClient)
        .withBean(S3AsyncClient.class, () -> s3)
        .withPropertyValues(
            "dynamo-outbox.large-payloads.bucket=payloads",
            "dynamo-outbox.large-payloads.threshold=1KB")
        .run(
            context -> {
              context
                  .getBean(AsyncOutbox.class)
                  .transaction()
                  .events(
                      Aggregate.of("Order", "5").at(1), Event.of("OrderNoted", "x".repeat(2_000)))
                  .commit()
                  .join();

              assertThat(stored).containsExactly("payloads");
              assertThat(record("5").toString()).contains("s3://payloads/");
            });
  }

  @Test
  void asksAgainUntilTheTableSuits() {
    service
        .withConfiguration(AutoConfigurations.of(OutboxActuatorAutoConfiguration.class))
        .run(
            context -> {
              OutboxHealthIndicator health = context.getBean(OutboxHealthIndicator.class);
              ttl(false);
              try {
                assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
              } finally {
                ttl(true);
              }
              health.onApplicationEvent(
                  new ApplicationReadyEvent(
                      new SpringApplication(), new String[0], context, Duration.ZERO));

              Instant bound = Instant.now().plus(Duration.ofSeconds(60));
              while (!health.isKnown()) {
                assertThat(Instant.now()).isBefore(bound);
                Thread.sleep(20);
              }
              assertThat(health.health().getStatus()).isEqualTo(Status.UP);
            });
  }

  private static void ttl(boolean enabled) {
    DYNAMODB
        .client()
        .updateTimeToLive(
            update ->
                update
                    .tableName("orders")
                    .timeToLiveSpecification(ttl -> ttl.attributeName("ttl").enabled(enabled)));
  }

  @Test
  void letsACustomizerSetWhatNoPropertyDoes() {
    service
        .withBean(
            OutboxCustomizer.class,
            () ->
                outbox ->
                    outbox.eventTypes(payload -> "shop." + payload.getClass().getSimpleName()))
        .run(
            context -> {
              place(context.getBean(Outbox.class), "4");

              assertThat(record("4").toString()).contains("shop.OrderPlaced");
            });
  }

  @Test
  void tellsEachListenerWhateverAnotherThrows() {
    List<String> told = new CopyOnWriteArrayList<>();
    service
        .withBean(
            "broken",
            CommitListener.class,
            () ->
                report -> {
                  throw new AssertionError("broken");
                })
        .withBean("listener", CommitListener.class, () -> report -> told.add("bean"))
        .withBean(
            OutboxCustomizer.class,
            () -> outbox -> outbox.listener(report -> told.add("customizer")))
        .run(
            context -> {
              place(context.getBean(Outbox.class), "6");

              assertThat(told).containsExactly("bean", "customizer");
              assertThat(context.getBean(CommitCounts.class).byEnding())
                  .containsEntry("committed", 1L);
            });
  }

  @Test
  void leavesOutTheOutboxOfAnApplicationWithoutClient() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(OutboxAutoConfiguration.class))
        .run(context -> assertThat(context).doesNotHaveBean(Outbox.class).hasNotFailed());
  }

  private static void place(Outbox outbox, String id) {
    outbox
        .transaction()
        .put(
            Map.of(
                "id", AttributeValue.fromS("ORDER#" + id), "part", AttributeValue.fromS("ORDER")))
        .events(Aggregate.of("Order", id).at(1), Event.of(new OrderPlaced(id, 7)))
        .commit();
  }

  private static Map<String, AttributeValue> record(String id) {
    return DYNAMODB.client().scan(scan -> scan.tableName("orders")).items().stream()
        .filter(item -> item.get("id").s().equals("OUTBOX#Order#" + id))
        .findFirst()
        .orElseThrow();
  }

  private static DynamoDbAsyncClient asyncClient() {
    var settings = DYNAMODB.client().serviceClientConfiguration();
    return DynamoDbAsyncClient.builder()
        .endpointOverride(settings.endpointOverride().orElseThrow())
        .region(settings.region())
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .build();
  }
}
