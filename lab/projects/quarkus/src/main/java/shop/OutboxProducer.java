package shop;

import io.github.dynamooutbox.writer.Outbox;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

// snippet:start quarkus
/** Singleton, because Outbox is final: other scopes need a proxy. */
class OutboxProducer {
  @Produces
  @Singleton
  Outbox outbox(DynamoDbClient client, @ConfigProperty(name = "outbox.table") String table) {
    return Outbox.builder(client).table(table).source("/shop/orders").build();
  }
}
// snippet:end
