package io.github.dynamooutbox.test.spring;

import io.github.dynamooutbox.test.InMemoryOutbox;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Bindable;
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
    Map<String, String> schema =
        Binder.get(properties)
            .bind("dynamo-outbox.schema", Bindable.mapOf(String.class, String.class))
            .orElse(Map.of());
    if (!schema.isEmpty()) {
      throw new IllegalStateException(
          "dynamo-outbox.schema is set (%s): @OutboxTest knows the default names of keys and attributes only, and would list nothing. Test with DynamoDB Local and the whole context"
              .formatted(String.join(", ", schema.keySet())));
    }
    return InMemoryOutbox.of(
        properties.getRequiredProperty("dynamo-outbox.table"),
        properties.getRequiredProperty("dynamo-outbox.source"));
  }

  /** Before the service's own, or a test would commit to its table. */
  @Bean
  @Primary
  DynamoDbClient outboxTestDynamoDbClient(InMemoryOutbox outbox) {
    return outbox.client();
  }
}
