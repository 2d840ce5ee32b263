package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.kafka.internal.Authentication.NoAuthentication;
import io.github.dynamooutbox.localaws.LocalKafka;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;

/** Order on a real broker while producers and the broker are killed with requests in flight. */
class KafkaOrderIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final LocalKafka broker = SharedBroker.BROKER;
  private final Topics topics = SharedBroker.TOPICS;

  /** A restarted relay begins with the first event that was not acknowledged. */
  @Test
  void arrivesInOrderThoughEveryProducerIsKilledWithItsLaneHeadInFlight()
      throws InterruptedException {
    String topic = topics.create(1, Map.of());
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      KafkaEntry entry = entry("lane", "e-" + i);
      sent.add("e-" + i);
      Producer<byte[], byte[]> killed = settings(topic).producer();
      var unused = killed.send(entry.record(topic));
      Thread.sleep(i * 3L);
      killed.close(Duration.ZERO);
      publishUntilAcknowledged(topic, link(topic), entry);
    }
    assertThat(values(topic, sent.size()).stream().distinct()).containsExactlyElementsOf(sent);
  }

  @Test
  void losesAndReordersNothingWhenTheBrokerIsKilled() throws InterruptedException {
    String topic = topics.create(1, Map.of());
    List<String> sent = IntStream.range(0, 60).mapToObj(i -> "e-" + i).toList();
    ProducerLink link = link(topic);
    for (String id : sent) {
      if (id.equals("e-20")) {
        new Thread(broker::restart, "kills the broker").start();
      }
      publishUntilAcknowledged(topic, link, entry("lane", id));
    }
    link.close();
    assertThat(values(topic, sent.size()).stream().distinct()).containsExactlyElementsOf(sent);
  }

  @Test
  void noticesPartitionsThatAreAdded() throws InterruptedException {
    String topic = topics.create(1, Map.of());
    try (ProducerLink link =
        new ProducerLink(() -> settings(topic).producer(Duration.ofMillis(500)))) {
      publishUntilAcknowledged(topic, link, entry("first", "e"));
      topics.raise(topic, 4);
      Instant end = Instant.now().plus(PATIENCE);
      int round = 0;
      while (partitions(topic) < 4) {
        assertThat(Instant.now()).as("until all partitions are used").isBefore(end);
        for (int i = 0; i < 20; i++) {
          publishUntilAcknowledged(topic, link, entry("key-" + i, "round-" + round));
        }
        round++;
      }
    }
  }

  private long partitions(String topic) {
    return topics.read(topic, 1, PATIENCE).stream()
        .map(ConsumerRecord::partition)
        .distinct()
        .count();
  }

  /** Sends the same entry until it is acknowledged, as the relay does with a lane's head. */
  private static void publishUntilAcknowledged(String topic, ProducerLink link, KafkaEntry entry)
      throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    BatchOutcome published = BatchOutcome.all(1, Published.INSTANCE);
    while (!new ProduceRequest(topic, link.producer().orElseThrow(), link)
        .send(List.of(entry))
        .equals(published)) {
      assertThat(Instant.now()).as("until it is acknowledged").isBefore(end);
    }
  }

  private List<String> values(String topic, int atLeast) {
    return topics.read(topic, atLeast, PATIENCE).stream()
        .map(each -> new String(each.value(), StandardCharsets.UTF_8))
        .toList();
  }

  private static KafkaEntry entry(String key, String text) {
    return KafkaEntry.structured(key, text.getBytes(StandardCharsets.UTF_8));
  }

  private ProducerLink link(String topic) {
    return new ProducerLink(() -> settings(topic).producer());
  }

  private KafkaSettings settings(String topic) {
    Sending sending =
        new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(500, 1 << 20, 8), 1 << 20);
    Cluster cluster = new Cluster(List.of(broker.bootstrapServer()), false, new NoAuthentication());
    return new KafkaSettings(
        new KafkaConfig("log", topic, cluster, sending), Duration.ofSeconds(5));
  }
}
