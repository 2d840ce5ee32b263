package io.github.dynamooutbox.spring;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The health indicator and the endpoint {@code outbox}. */
@AutoConfiguration(after = OutboxAutoConfiguration.class)
class OutboxActuatorAutoConfiguration {

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  @ConditionalOnEnabledHealthIndicator("outbox")
  static class TableHealth {
    @Bean
    @ConditionalOnMissingBean(name = "outboxHealthIndicator")
    @ConditionalOnSingleCandidate(DynamoDbClient.class)
    OutboxHealthIndicator outboxHealthIndicator(
        DynamoDbClient client, OutboxProperties properties) {
      return new OutboxHealthIndicator(client, properties);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  @ConditionalOnAvailableEndpoint(OutboxEndpoint.class)
  static class Endpoint {
    @Bean
    @ConditionalOnMissingBean
    OutboxEndpoint outboxEndpoint(OutboxProperties properties, CommitCounts counts) {
      return new OutboxEndpoint(properties, counts);
    }
  }
}
