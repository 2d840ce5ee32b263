package shop;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Command;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The starter, which is compiled for Spring Boot 4, in a service with Spring Boot 3.5. */
class Boot35Test {
  static final InMemoryOutbox MEMORY = InMemoryOutbox.of("orders", "/shop/orders");

  record OrderPlaced(String orderId) {}

  @SpringBootApplication
  static class Service {
    @Bean
    DynamoDbClient client() {
      return MEMORY.client();
    }

    @RestController
    static class Orders {
      private final Outbox outbox;

      Orders(Outbox outbox) {
        this.outbox = outbox;
      }

      @PutMapping("/orders/{id}")
      void place(@PathVariable("id") String id) {
        outbox
            .transaction()
            .events(Aggregate.of("Order", id).at(1), Event.of(new OrderPlaced(id)))
            .commit();
      }

      @PostMapping("/orders")
      String command(Command command) {
        return "key taken";
      }
    }
  }

  @Test
  void commitsAndAnswersAsWithBoot4() {
    assertThat(SpringBootVersion.getVersion()).startsWith("3.5.");
    try (var service =
        new SpringApplicationBuilder(Service.class)
            .run(
                "--server.port=0",
                "--spring.cloud.aws.sqs.enabled=false",
                "--dynamo-outbox.table=orders",
                "--dynamo-outbox.source=/shop/orders",
                "--spring.jackson.property-naming-strategy=SNAKE_CASE",
                "--management.endpoints.web.exposure.include=*")) {
      String url = "http://127.0.0.1:" + service.getEnvironment().getProperty("local.server.port");

      assertThat(call(url, true)).isEqualTo("200 null");
      assertThat(MEMORY).published("OrderPlaced").withText("{\"order_id\":\"1\"}");
      assertThat(call(url, false)).startsWith("409 application/problem+json");
      assertThat(
              RestClient.create(url)
                  .post()
                  .uri("/orders")
                  .header("Idempotency-Key", "k1")
                  .retrieve()
                  .body(String.class))
          .isEqualTo("key taken");
      assertThat(service.getBean(MeterRegistry.class).get("outbox.commit").timers()).isNotEmpty();
      assertThat(RestClient.create(url).get().uri("/actuator/outbox").retrieve().body(String.class))
          .contains("orders");
    }
  }

  private static String call(String url, boolean first) {
    return RestClient.create(url)
        .put()
        .uri("/orders/1")
        .exchange(
            (request, response) ->
                response.getStatusCode().value() + " " + response.getHeaders().getContentType());
  }
}
