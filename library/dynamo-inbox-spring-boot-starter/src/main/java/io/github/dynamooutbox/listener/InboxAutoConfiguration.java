package io.github.dynamooutbox.listener;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.github.dynamooutbox.inbox.InboxBuilder;
import io.github.dynamooutbox.inbox.LargePayloadReader;
import io.github.dynamooutbox.inbox.lambda.FailureDecision;
import io.github.dynamooutbox.inbox.router.Jackson3PayloadMapper;
import io.github.dynamooutbox.inbox.router.PayloadMapper;
import io.github.dynamooutbox.inbox.s3.S3PayloadSource;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.micrometer.MicrometerCommitListener;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts a listener for each queue that a method with {@link OutboxListener} names, on the
 * application's clients, with its JSON mapper and its observations.
 */
@AutoConfiguration(
    afterName = {
      "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration",
      "io.awspring.cloud.autoconfigure.s3.S3AutoConfiguration",
      "io.awspring.cloud.autoconfigure.sqs.SqsAutoConfiguration",
      "io.github.dynamooutbox.spring.OutboxAutoConfiguration",
      "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      // Of Spring Boot 3.5.
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration"
    })
@ConditionalOnClass({SqsMessageListenerContainer.class, DynamoDbClient.class})
@EnableConfigurationProperties(InboxProperties.class)
class InboxAutoConfiguration {

  /** Static, so that it sees the beans that other configurations make. */
  @Bean
  static ListenerMethods outboxListenerMethods() {
    return new ListenerMethods();
  }

  /** Nobody else asks for beans with listeners, so that lazy ones would never be made. */
  @Bean
  static LazyInitializationExcludeFilter outboxListenersAreNotLazy() {
    return (name, definition, type) -> type != null && ListenerMethods.has(type);
  }

  @Bean
  Listeners outboxListeners(
      ListenerMethods methods,
      Environment environment,
      InboxProperties properties,
      ObjectProvider<DynamoDbClient> dynamoDb,
      ObjectProvider<SqsAsyncClient> sqs,
      ObjectProvider<Outbox> outbox,
      ObjectProvider<LargePayloadReader> payloads,
      ObjectProvider<PayloadMapper> mapper,
      ObjectProvider<ObjectMapper> jackson2,
      ObjectProvider<FailureDecision> onFailure,
      ObjectProvider<InboxCustomizer> customizers,
      ObjectProvider<ObservationRegistry> observations) {
    return new Listeners(
        methods,
        environment::resolveRequiredPlaceholders,
        properties,
        new Listeners.Beans(
            dynamoDb,
            sqs,
            outbox,
            payloads,
            mapper,
            jackson2,
            onFailure,
            customizers,
            observations));
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JsonMapper.class)
  static class Jackson3 {
    @Bean
    @ConditionalOnMissingBean(PayloadMapper.class)
    @ConditionalOnSingleCandidate(JsonMapper.class)
    Jackson3PayloadMapper inboxJackson3Mapper(JsonMapper mapper) {
      return new Jackson3PayloadMapper(mapper);
    }
  }

  /** Of handlers that raise no events; an {@link Outbox} has meters of its own. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Metrics {
    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    InboxCustomizer inboxCommitMeters(MeterRegistry registry) {
      MicrometerCommitListener meters = new MicrometerCommitListener(registry);
      return new InboxCustomizer() {
        @Override
        public void customize(String consumer, InboxBuilder inbox) {
          inbox.listener(meters);
        }
      };
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(S3Client.class)
  @ConditionalOnProperty("dynamo-inbox.large-payloads.bucket")
  static class LargePayloads {
    @Bean
    @ConditionalOnMissingBean
    LargePayloadReader inboxPayloadReader(S3Client client, InboxProperties properties) {
      InboxProperties.LargePayloads settings = properties.largePayloads();
      return new LargePayloadReader(
          S3PayloadSource.of(client, Objects.requireNonNull(settings.bucket())),
          Math.toIntExact(settings.max().toBytes()));
    }
  }
}
