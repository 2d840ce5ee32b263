package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.localaws.LocalKafka;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Creates topics on a real broker and reads them. */
final class Topics implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final LocalKafka broker;
  private final Admin admin;

  Topics(LocalKafka broker) {
    this.broker = broker;
    this.admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServer()));
  }

  String create(int partitions, Map<String, String> settings) {
    String topic = "topic-" + COUNT.incrementAndGet();
    NewTopic created =
        new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(settings);
    await(admin.createTopics(List.of(created)).all());
    return topic;
  }

  void raise(String topic, int partitions) {
    await(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions))).all());
  }

  /** Returns the topic's records as soon as there are so many, or after the time limit. */
  List<ConsumerRecord<String, byte[]>> read(String topic, int atLeast, Duration patience) {
    Map<String, Object> settings =
        Map.of("bootstrap.servers", broker.bootstrapServer(), "auto.offset.reset", "earliest");
    Instant end = Instant.now().plus(patience);
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(topic, each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long there = consumer.endOffsets(partitions).values().stream().mapToLong(Long::valueOf).sum();
      while (records.size() < Math.max(there, atLeast) && Instant.now().isBefore(end)) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }

  private static void await(org.apache.kafka.common.KafkaFuture<?> future) {
    try {
      future.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
