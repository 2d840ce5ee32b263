package io.github.dynamooutbox.examples.demo.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.dynamooutbox.examples.demo.system.DemoTopic;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptances;
import io.github.dynamooutbox.examples.demo.totals.LambdaBatch;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads all partitions of a Kafka topic, each from its beginning, and passes the records to the
 * topic's consumer. Failed records are read again.
 */
final class TopicSource implements Receiver.Source, AutoCloseable {
  private static final Duration WAIT = Duration.ofMillis(200);

  private final KafkaConsumer<String, byte[]> kafka;
  private final OrderTotals consumer;
  private final TopicAcceptances acceptances;

  TopicSource(DemoTopic topic, OrderTotals consumer) {
    this.kafka =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", topic.bootstrapServer(), "max.poll.records", 500),
            new StringDeserializer(),
            new ByteArrayDeserializer());
    this.consumer = consumer;
    List<TopicPartition> partitions =
        kafka.partitionsFor(DemoTopic.NAME).stream()
            .map(each -> new TopicPartition(each.topic(), each.partition()))
            .toList();
    kafka.assign(partitions);
    kafka.seekToBeginning(partitions);
    this.acceptances = new TopicAcceptances(topic.bootstrapServer(), partitions);
  }

  TopicAcceptances acceptances() {
    return acceptances;
  }

  @Override
  public List<String> next() {
    List<String> ids = new ArrayList<>();
    var polled = kafka.poll(WAIT);
    for (TopicPartition partition : polled.partitions()) {
      List<ConsumerRecord<String, byte[]>> records = polled.records(partition);
      if (consume(records)) {
        for (ConsumerRecord<String, byte[]> each : records) {
          String id = event(each).id();
          acceptances.read(new Acceptance(id, Instant.ofEpochMilli(each.timestamp())));
          ids.add(id);
        }
      } else {
        kafka.seek(partition, records.get(0).offset());
      }
    }
    return ids;
  }

  /** Returns whether all records were handled. */
  private boolean consume(List<ConsumerRecord<String, byte[]>> records) {
    LambdaBatch batch = new LambdaBatch();
    records.stream()
        .filter(it -> OrderTotals.wants(event(it)))
        .forEach(it -> batch.add(it.key(), Long.toString(it.offset()), it.value()));
    return consumer.consume(batch).isEmpty();
  }

  private static ReceivedEvent event(ConsumerRecord<String, byte[]> message) {
    return Envelopes.cloudEvent(new String(message.value(), UTF_8));
  }

  @Override
  public void close() {
    acceptances.close();
  }

  /**
   * What a Kafka topic has accepted: the count from the end offsets of its partitions, the events
   * from reading it.
   */
  private static final class TopicAcceptances implements Acceptances, AutoCloseable {
    private final Admin admin;
    private final Map<TopicPartition, OffsetSpec> ends;
    private final Queue<Acceptance> read = new ConcurrentLinkedQueue<>();

    TopicAcceptances(String bootstrapServer, Collection<TopicPartition> partitions) {
      this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServer));
      this.ends =
          partitions.stream()
              .collect(Collectors.toMap(Function.identity(), each -> OffsetSpec.latest()));
    }

    void read(Acceptance acceptance) {
      read.add(acceptance);
    }

    @Override
    public long count() {
      try {
        return admin.listOffsets(ends).all().get().values().stream()
            .mapToLong(ListOffsetsResultInfo::offset)
            .sum();
      } catch (ExecutionException e) {
        throw new IllegalStateException("The broker does not report its offsets", e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** In order within each partition. */
    @Override
    public List<Acceptance> accepted() {
      return List.copyOf(read);
    }

    @Override
    public void close() {
      admin.close();
    }
  }
}
