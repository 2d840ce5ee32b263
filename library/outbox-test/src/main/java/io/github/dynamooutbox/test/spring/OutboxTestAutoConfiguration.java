package io.github.dynamooutbox.test.spring;

import io.github.dynamooutbox.test.InMemoryOutbox;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
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
        properties.getRequiredProperty("dynamo-outbox.source"));
  }

  @Bean
  @ConditionalOnMissingBean
  DynamoDbClient dynamoDbClient(InMemoryOutbox outbox) {
    return outbox.client();
  }
}
