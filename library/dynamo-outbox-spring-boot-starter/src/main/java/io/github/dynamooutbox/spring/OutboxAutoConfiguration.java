package io.github.dynamooutbox.spring;

import io.github.dynamooutbox.writer.AsyncOutbox;
import io.github.dynamooutbox.writer.CommitListener;
import io.github.dynamooutbox.writer.CommitTracing;
import io.github.dynamooutbox.writer.Jackson3PayloadSerializer;
import io.github.dynamooutbox.writer.JacksonPayloadSerializer;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxBuilder;
import io.github.dynamooutbox.writer.PayloadSerializer;
import io.github.dynamooutbox.writer.PayloadStore;
import io.github.dynamooutbox.writer.micrometer.MicrometerCommitListener;
import io.github.dynamooutbox.writer.micrometer.MicrometerCommitTracing;
import io.github.dynamooutbox.writer.s3.S3PayloadStore;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@link Outbox} and {@link AsyncOutbox} on the application's clients of DynamoDB, with its JSON
 * mapper and its meters. Any bean of the same type takes the place of one made here.
 */
@AutoConfiguration(
    afterName = {
      "io.awspring.cloud.autoconfigure.dynamodb.DynamoDbAutoConfiguration",
      "io.awspring.cloud.autoconfigure.s3.S3AutoConfiguration",
      "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
      "org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration",
      // Of Spring Boot 3.5.
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration"
    })
@EnableConfigurationProperties(OutboxProperties.class)
class OutboxAutoConfiguration {
  private static final String ASYNC_STORE = "outboxAsyncPayloadStore";

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(DynamoDbClient.class)
  Outbox outbox(DynamoDbClient client, Parts parts) {
    return parts.build(Outbox.builder(client), parts.blocking());
  }

  @Bean
  @ConditionalOnMissingBean
  @ConditionalOnSingleCandidate(DynamoDbAsyncClient.class)
  AsyncOutbox asyncOutbox(DynamoDbAsyncClient client, Parts parts) {
    return parts.build(AsyncOutbox.builder(client), parts.notBlocking());
  }

  @Bean
  CommitCounts outboxCommitCounts() {
    return new CommitCounts();
  }

  @Bean
  Parts outboxParts(
      OutboxProperties properties,
      ObjectProvider<PayloadSerializer> serializer,
      ObjectProvider<CommitListener> listener,
      ObjectProvider<CommitTracing> tracing,
      ObjectProvider<PayloadStore> store,
      @Qualifier(ASYNC_STORE) ObjectProvider<PayloadStore> asyncStore,
      ObjectProvider<OutboxCustomizer> customizers) {
    return new Parts(properties, serializer, listener, tracing, store, asyncStore, customizers);
  }

  /** What both outboxes are made of. */
  record Parts(
      OutboxProperties properties,
      ObjectProvider<PayloadSerializer> serializer,
      ObjectProvider<CommitListener> listener,
      ObjectProvider<CommitTracing> tracing,
      ObjectProvider<PayloadStore> store,
      ObjectProvider<PayloadStore> asyncStore,
      ObjectProvider<OutboxCustomizer> customizers) {

    Optional<PayloadStore> blocking() {
      return Optional.ofNullable(store.getIfAvailable(asyncStore::getIfAvailable));
    }

    Optional<PayloadStore> notBlocking() {
      return Optional.ofNullable(asyncStore.getIfAvailable(store::getIfAvailable));
    }

    <O> O build(OutboxBuilder<O> outbox, Optional<PayloadStore> payloads) {
      properties.applyTo(outbox);
      serializer.ifAvailable(outbox::serializer);
      listener.orderedStream().forEach(outbox::listener);
      tracing.ifAvailable(outbox::tracing);
      payloads.ifPresent(
          to ->
              outbox.largePayloads(
                  to, Math.toIntExact(properties.largePayloads().threshold().toBytes())));
      customizers.orderedStream().forEach(each -> each.customize(outbox));
      return outbox.build();
    }
  }

  /** Preferred where a service has mappers of both generations, as Boot does. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(JsonMapper.class)
  static class Jackson3 {
    @Bean
    @ConditionalOnMissingBean(PayloadSerializer.class)
    @ConditionalOnSingleCandidate(JsonMapper.class)
    Jackson3PayloadSerializer outboxJackson3Serializer(JsonMapper mapper) {
      return new Jackson3PayloadSerializer(mapper);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(com.fasterxml.jackson.databind.ObjectMapper.class)
  static class Jackson2 {
    @Bean
    @ConditionalOnMissingBean(PayloadSerializer.class)
    @ConditionalOnSingleCandidate(com.fasterxml.jackson.databind.ObjectMapper.class)
    JacksonPayloadSerializer outboxJackson2Serializer(
        com.fasterxml.jackson.databind.ObjectMapper mapper) {
      return new JacksonPayloadSerializer(mapper);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Metrics {
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(MeterRegistry.class)
    MicrometerCommitListener outboxCommitMeters(MeterRegistry registry) {
      return new MicrometerCommitListener(registry);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  static class Tracing {
    @Bean
    @ConditionalOnMissingBean(CommitTracing.class)
    @ConditionalOnBean(ObservationRegistry.class)
    MicrometerCommitTracing outboxCommitTracing(ObservationRegistry registry) {
      return new MicrometerCommitTracing(registry);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(S3Client.class)
  @ConditionalOnProperty("dynamo-outbox.large-payloads.bucket")
  static class LargePayloads {
    /** Of AsyncOutbox, which must not block; no candidate for anything else. */
    @Bean(name = ASYNC_STORE, defaultCandidate = false)
    @ConditionalOnMissingBean(PayloadStore.class)
    @ConditionalOnSingleCandidate(S3AsyncClient.class)
    S3PayloadStore outboxAsyncPayloadStore(S3AsyncClient client, OutboxProperties properties) {
      return S3PayloadStore.of(
          client,
          Objects.requireNonNull(properties.largePayloads().bucket()),
          properties.largePayloads().prefix());
    }

    @Bean
    @ConditionalOnMissingBean(PayloadStore.class)
    @ConditionalOnSingleCandidate(S3Client.class)
    S3PayloadStore outboxPayloadStore(S3Client client, OutboxProperties properties) {
      return S3PayloadStore.of(
          client,
          Objects.requireNonNull(properties.largePayloads().bucket()),
          properties.largePayloads().prefix());
    }
  }
}
