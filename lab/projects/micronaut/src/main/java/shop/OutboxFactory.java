package shop;

import io.github.dynamooutbox.writer.Outbox;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import jakarta.inject.Singleton;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

// snippet:start micronaut
@Factory
class OutboxFactory {
  @Singleton
  Outbox outbox(DynamoDbClient client, @Value("${outbox.table}") String table) {
    return Outbox.builder(client).table(table).source("/shop/orders").build();
  }
}
// snippet:end
