package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.LastLines;
import io.github.dynamooutbox.localaws.LocalKafka;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The packaged relay with its layer, and a real broker: the relay's process is killed, and frozen
 * as Lambda freezes it, with requests in flight.
 */
@NeedsNode
@Timeout(240)
class KafkaRelayIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int AGGREGATES = 8;
  private static final int VERSIONS = 25;

  /** Longer than a request may take: what was in flight fails when the process goes on. */
  private static final Duration FROZEN = Duration.ofSeconds(6);

  private static LocalKafka broker;
  private static Admin admin;

  private DeployedSystem system;

  @BeforeAll
  static void start() {
    broker = LocalKafka.start(Map.of());
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServer()));
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.close();
  }

  @BeforeEach
  void deploy() throws Exception {
    admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1))).all().get();
    String document =
        """
        {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
         "targets": {"log": {"type": "kafka", "topic": "orders", "tls": false,
                             "bootstrapServers": ["%s"]}},
         "relay": {"batchSize": 100}, "routes": [{"to": ["log"]}]}
        """
            .formatted(broker.bootstrapServer());
    system = new DeployedSystem(Synthesised.parsed(document), OutboxConfig.parse(document));
    for (int version = 1; version <= VERSIONS; version++) {
      for (int id = 0; id < AGGREGATES; id++) {
        system.commit("Order", Integer.toString(id), version);
      }
    }
  }

  @AfterEach
  void remove() throws Exception {
    system.close();
    admin.deleteTopics(List.of("orders")).all().get();
    Instant end = Instant.now().plus(PATIENCE);
    while (admin.listTopics().names().get().contains("orders")) {
      assertThat(Instant.now()).as("time to delete the topic").isBefore(end);
      Thread.sleep(20);
    }
  }

  @Test
  void losesAndReordersNothingWhenTheRelayIsKilled() throws Exception {
    try (EventSourceMapping mapping = system.map()) {
      for (int kills = 1; kills <= 3; kills++) {
        awaitRecords(40L * kills);
        system.relay().kill();
      }
      assertThat(mapping.awaitDrained(PATIENCE)).as(tail()).isTrue();
      assertThat(mapping.progress().failedInvocations()).as("invocations killed").isPositive();
    }
    assertThat(firstVersions()).isEqualTo(committed());
    assertThat(system.relay().starts()).isGreaterThan(1);
  }

  @Test
  void sendsNothingWhileItIsFrozenAndGoesOnInOrderAfterwards() throws Exception {
    try (EventSourceMapping mapping = system.map()) {
      awaitRecords(40);
      signal("-STOP");
      // What was on its way to the broker arrives; nothing follows.
      Thread.sleep(1_000);
      long before = records();
      Thread.sleep(FROZEN.toMillis());
      assertThat(records()).isEqualTo(before).isLessThan((long) AGGREGATES * VERSIONS);
      signal("-CONT");
      assertThat(mapping.awaitDrained(PATIENCE)).as(tail()).isTrue();
    }
    assertThat(firstVersions()).isEqualTo(committed());
  }

  /** Lambda freezes a process as soon as it has answered. */
  @Test
  void leavesNothingBehindInAProcessThatHasAnswered() throws Exception {
    try (EventSourceMapping mapping = system.map()) {
      assertThat(mapping.awaitDrained(PATIENCE)).as(tail()).isTrue();
      signal("-STOP");
      assertThat(records()).isEqualTo((long) AGGREGATES * VERSIONS);
      signal("-CONT");
    }
    assertThat(firstVersions()).isEqualTo(committed());
  }

  private void signal(String name) throws IOException, InterruptedException {
    String pid = Long.toString(system.relay().pid().orElseThrow());
    assertThat(new ProcessBuilder("kill", name, pid).start().waitFor()).isZero();
  }

  private void awaitRecords(long atLeast) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    // One for all looks: what is under way must not be over while another one is made.
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      while (records(consumer) < atLeast) {
        assertThat(System.nanoTime() - deadline).as(tail()).isNegative();
        Thread.sleep(10);
      }
    }
  }

  private static long records() {
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      return records(consumer);
    }
  }

  private static long records(KafkaConsumer<String, byte[]> consumer) {
    return consumer.endOffsets(partitions(consumer)).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  /** By aggregate, each version where it is for the first time. */
  private static Map<String, List<Integer>> firstVersions() throws IOException {
    Map<String, Set<Integer>> versions = new LinkedHashMap<>();
    for (ConsumerRecord<String, byte[]> record : all()) {
      JsonNode event = JSON.readTree(record.value());
      versions
          .computeIfAbsent(record.key(), each -> new LinkedHashSet<>())
          .add(Integer.valueOf(event.path("sequence").asText().replaceAll("\\..*", "")));
    }
    Map<String, List<Integer>> lists = new LinkedHashMap<>();
    versions.forEach((aggregate, each) -> lists.put(aggregate, List.copyOf(each)));
    return lists;
  }

  private static Map<String, List<Integer>> committed() {
    Map<String, List<Integer>> versions = new LinkedHashMap<>();
    for (int id = 0; id < AGGREGATES; id++) {
      versions.put("Order#" + id, IntStream.rangeClosed(1, VERSIONS).boxed().toList());
    }
    return versions;
  }

  private static List<ConsumerRecord<String, byte[]>> all() {
    long there = records();
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      List<TopicPartition> partitions = partitions(consumer);
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (records.size() < there && System.nanoTime() < deadline) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }

  private static KafkaConsumer<String, byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", broker.bootstrapServer()),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }

  private static List<TopicPartition> partitions(KafkaConsumer<String, byte[]> consumer) {
    return consumer.partitionsFor("orders").stream()
        .map(each -> new TopicPartition("orders", each.partition()))
        .toList();
  }

  private String tail() {
    return LastLines.of(system.output);
  }
}
