package io.github.dynamooutbox.test.spring;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.test.InMemoryOutbox;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The memory, and its client, of which the starter makes the outbox. */
@AutoConfiguration(beforeName = "io.github.dynamooutbox.spring.OutboxAutoConfiguration")
class OutboxTestAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  InMemoryOutbox inMemoryOutbox(Environment properties) {
    return InMemoryOutbox.of(
        properties.getRequiredProperty("dynamo-outbox.table"),
        properties.getRequiredProperty("dynamo-outbox.source"),
        schema(Binder.get(properties)));
  }

  /** As the starter binds it, which tests without Spring Boot do not have. */
  private static OutboxSchema schema(Binder properties) {
    OutboxSchema defaults = OutboxSchema.defaults();
    return new OutboxSchema(
        name(properties, "partition-key", defaults.partitionKey()),
        name(properties, "sort-key", defaults.sortKey()),
        name(properties, "prefix", defaults.prefix()),
        name(properties, "ttl-attribute", defaults.ttlAttribute()));
  }

  private static String name(Binder properties, String name, String other) {
    return properties.bind("dynamo-outbox.schema." + name, String.class).orElse(other);
  }

  /** Before the service's own, or a test would commit to its table. */
  @Bean
  @Primary
  DynamoDbClient outboxTestDynamoDbClient(InMemoryOutbox outbox) {
    return outbox.client();
  }
}
