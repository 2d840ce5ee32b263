package shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.listener.OutboxListener;
import io.github.dynamooutbox.test.InMemoryOutbox;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;

/** The consumers' starter with Spring Boot 3.5 and the Spring Cloud AWS of that time, 3.4. */
class Boot35ListenerTest {
  private static final InMemoryOutbox MEMORY = InMemoryOutbox.of("totals", "/shop/totals");
  private static final Queue<String> WAITING = new ConcurrentLinkedQueue<>();
  private static final Queue<String> DELETED = new ConcurrentLinkedQueue<>();
  private static final Map<String, AttributeValue> TOTAL =
      Map.of("PK", AttributeValue.fromS("TOTAL#1"), "SK", AttributeValue.fromS("-"));

  record OrderPlaced(String orderId) {}

  @Component
  static class Totals {
    @OutboxListener(queue = "totals", consumer = "order-totals")
    void placed(OrderPlaced order, InboxTransaction tx) {
      tx.put(Map.of("PK", AttributeValue.fromS("TOTAL#" + order.orderId()), "SK", TOTAL.get("SK")));
    }
  }

  @Configuration
  @EnableAutoConfiguration
  static class Service {
    @Bean
    Totals totals() {
      return new Totals();
    }

    @Bean
    DynamoDbClient client() {
      return MEMORY.client();
    }

    @Bean
    SqsAsyncClient queues() {
      return (SqsAsyncClient)
          Proxy.newProxyInstance(
              Service.class.getClassLoader(),
              new Class<?>[] {SqsAsyncClient.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "getQueueUrl" ->
                        done(GetQueueUrlResponse.builder().queueUrl("http://q/totals").build());
                    case "getQueueAttributes" ->
                        done(
                            GetQueueAttributesResponse.builder()
                                .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "30"))
                                .build());
                    case "receiveMessage" -> received(WAITING.poll());
                    case "deleteMessageBatch" -> deleted((DeleteMessageBatchRequest) arguments[0]);
                    case "serviceName" -> SqsAsyncClient.SERVICE_NAME;
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    case "toString" -> "queues";
                    case "close" -> null;
                    default -> throw new UnsupportedOperationException(method.toString());
                  });
    }
  }

  private static <T> CompletableFuture<T> done(T response) {
    return CompletableFuture.completedFuture(response);
  }

  private static CompletableFuture<ReceiveMessageResponse> received(String body) {
    ReceiveMessageResponse.Builder received = ReceiveMessageResponse.builder();
    return body == null
        ? new CompletableFuture<ReceiveMessageResponse>()
            .completeOnTimeout(received.build(), 20, TimeUnit.MILLISECONDS)
        : done(
            received
                .messages(
                    Message.builder()
                        .messageId(UUID.randomUUID().toString())
                        .receiptHandle(body)
                        .body(body)
                        .build())
                .build());
  }

  private static CompletableFuture<DeleteMessageBatchResponse> deleted(
      DeleteMessageBatchRequest request) {
    request.entries().forEach(each -> DELETED.add(each.receiptHandle()));
    return done(
        DeleteMessageBatchResponse.builder()
            .successful(
                request.entries().stream()
                    .map(each -> DeleteMessageBatchResultEntry.builder().id(each.id()).build())
                    .toList())
            .build());
  }

  @Test
  void handlesAMessageWithItsMapperAndDeletesIt() throws Exception {
    assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
    String placed =
        """
        {"specversion":"1.0","id":"e1","source":"/shop/orders","type":"OrderPlaced",
         "datacontenttype":"application/json","data":{"order_id":"1"}}""";
    WAITING.add(placed);

    try (var service =
        new SpringApplicationBuilder(Service.class)
            .run(
                "--server.port=0",
                "--spring.cloud.aws.region.static=eu-central-1",
                "--spring.jackson.property-naming-strategy=SNAKE_CASE",
                "--dynamo-outbox.table=totals",
                "--dynamo-outbox.source=/shop/totals",
                "--dynamo-inbox.table=totals")) {
      Instant bound = Instant.now().plusSeconds(60);
      while (DELETED.isEmpty()) {
        assertThat(Instant.now()).isBefore(bound);
        Thread.sleep(10);
      }

      assertThat(DELETED).containsExactly(placed);
      assertThat(MEMORY.client().getItem(get -> get.tableName("totals").key(TOTAL)).item())
          .isEqualTo(TOTAL);
      assertThat(service.getBean(MeterRegistry.class).get("outbox.commit").timers()).isNotEmpty();
    }
  }
}
