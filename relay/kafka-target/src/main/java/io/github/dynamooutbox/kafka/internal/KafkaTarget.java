package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.EventBody;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.OwnLimit;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;

/** Publishes to a topic. A request completes when each of its records is acknowledged or failed. */
final class KafkaTarget implements OpenTarget<KafkaEntry> {
  private final KafkaConfig config;
  private final ProducerLink link;
  private final TargetHost host;
  private final OwnLimit limit;

  /**
   * @param link closed with the target
   * @param settings for reading the topic's size limit
   */
  KafkaTarget(KafkaConfig config, ProducerLink link, KafkaSettings settings, TargetHost host) {
    this.config = config;
    this.link = link;
    this.host = host;
    this.limit =
        new OwnLimit(
            config.name(),
            KafkaConfig.DEFAULT_BYTES,
            "DescribeConfigs on the topic (MSK: kafka-cluster:DescribeTopicDynamicConfiguration)",
            () -> TopicSettings.maxMessageBytes(settings),
            host.clock());
  }

  @Override
  public String name() {
    return config.name();
  }

  @Override
  public boolean ordered() {
    return config.sending().ordered();
  }

  @Override
  public BatchLimits limits() {
    return config.limits();
  }

  @Override
  public Prepared<KafkaEntry> prepare(Envelope envelope) {
    String key = envelope.aggregate().toString();
    return config.sending().envelope() == EnvelopeForm.CLOUDEVENT
        ? EventBody.prepare(
            config.name(), config.sending(), envelope, event -> KafkaEntry.structured(key, event))
        : EventBody.prepareWithAttributes(
            config.name(),
            config.sending(),
            envelope,
            (payload, attributes) -> KafkaEntry.binary(key, payload, attributes));
  }

  @Override
  public CompletableFuture<BatchOutcome> publish(List<KafkaEntry> entries) {
    return host.call(entries, this::send);
  }

  private BatchOutcome send(List<KafkaEntry> entries) throws InterruptedException {
    Optional<BatchOutcome> refusal = limit.refusal(entries);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    Optional<Producer<byte[], byte[]>> producer;
    try {
      producer = link.producer();
    } catch (KafkaException e) {
      return BatchOutcome.all(entries.size(), SendFailures.notConnected(e));
    }
    return producer.isPresent()
        ? new ProduceRequest(config.topic(), producer.get(), link).send(entries)
        : BatchOutcome.all(
            entries.size(), new PublishOutcome.Retry("Closed", "the target is closed"));
  }

  @Override
  public void close() {
    link.close();
  }
}
