package io.github.dynamooutbox.shop;

import static io.github.dynamooutbox.test.OutboxAssert.assertThat;

import io.github.dynamooutbox.test.InMemoryOutbox;
import io.github.dynamooutbox.test.spring.OutboxTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A service with a client of its own, which a test must not use. */
@OutboxTest(properties = {"dynamo-outbox.table=orders", "dynamo-outbox.source=/shop/orders"})
@Import({ShopApplication.Orders.class, OwnClientOutboxTest.OwnClient.class})
class OwnClientOutboxTest {
  @Autowired private ShopApplication.Orders orders;
  @Autowired private InMemoryOutbox outbox;

  static class OwnClient {
    @Bean
    DynamoDbClient dynamoDbClient() {
      return new DynamoDbClient() {
        @Override
        public String serviceName() {
          return "of the service";
        }

        @Override
        public void close() {}
      };
    }
  }

  @Test
  void commitsToTheMemory() {
    orders.place("1", 12);

    assertThat(outbox).published("OrderPlaced").of("Order", "1");
  }
}
