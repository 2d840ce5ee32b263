package io.github.dynamooutbox.kafka.internal;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Settings of Kafka's clients.
 *
 * @param callTimeout the limit for a request: for metadata and for the acknowledgement together
 */
record KafkaSettings(KafkaConfig config, Duration callTimeout) {
  /** With Kafka's default, added partitions would stay unused for up to five minutes. */
  private static final Duration METADATA_AGE = Duration.ofMinutes(1);

  private static final long BUFFER_BYTES = 32L * 1024 * 1024;

  /** Settings that all clients need. */
  Map<String, Object> common() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.cluster().bootstrapServers());
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, "dynamo-outbox-" + config.name());
    settings.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, config.cluster().protocol());
    settings.putAll(config.cluster().authentication().settings());
    settings.put(
        CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, callTimeout.toMillis() / 4);
    settings.put(
        CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
        callTimeout.toMillis() / 4);
    settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 500L);
    settings.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 50L);
    settings.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 500L);
    settings.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, false);
    return settings;
  }

  /** A client that queries the cluster. Each call ends within the call timeout. */
  Admin admin() {
    Map<String, Object> settings = common();
    settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) callTimeout.toMillis());
    settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) callTimeout.toMillis());
    return Admin.create(settings);
  }

  /** A producer, which connects when it is first used. */
  Producer<byte[], byte[]> producer() {
    return producer(METADATA_AGE);
  }

  /**
   * @param metadataAge after which it reads the topic's partitions again
   */
  Producer<byte[], byte[]> producer(Duration metadataAge) {
    return new KafkaProducer<>(
        producing(metadataAge), new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Settings for a producer. Kafka's own retries end within {@code delivery.timeout.ms} and create
   * no duplicates. The request timeout is as long, so an answer is awaited only once.
   */
  private Map<String, Object> producing(Duration metadataAge) {
    int delivery = (int) (callTimeout.toMillis() / 2);
    Map<String, Object> settings = common();
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.LINGER_MS_CONFIG, 0L);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, callTimeout.toMillis() * 2 / 5);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, delivery);
    settings.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, metadataAge.toMillis());
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, (int) config.limits().maxBytes());
    settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES + config.limits().maxBytes());
    return settings;
  }
}
