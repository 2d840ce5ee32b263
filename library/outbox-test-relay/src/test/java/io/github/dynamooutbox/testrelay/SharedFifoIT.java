package io.github.dynamooutbox.testrelay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.follow.StreamHost;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.readback.ReaderQueue;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Two tables whose relays feed one FIFO queue and one FIFO topic. Both have events of an aggregate
 * of the same name, in the same versions, with the same ids and committed at the same time: what
 * one of them sends must never be taken for a repetition of what the other sends.
 */
class SharedFifoIT {
  /** Of each table. */
  private static final int EVENTS = 3;

  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("neighbour"));

  private static final AtomicInteger TABLES = new AtomicInteger();

  private static LocalSqs queues;
  private static SqsClient sqs;

  private final String orders = "fifo-orders-" + TABLES.incrementAndGet();
  private final String billing = "fifo-billing-" + TABLES.incrementAndGet();
  private final List<String> tables = List.of(orders, billing);
  private final Instant now = Instant.now();
  private DynamoDbClient dynamoDb;

  @BeforeAll
  static void startQueues() {
    queues = LocalSqs.start();
    sqs = LocalClients.sqs(queues.endpoint());
  }

  @AfterAll
  static void stopQueues() {
    sqs.close();
    queues.close();
  }

  @BeforeEach
  void makeTables(DynamoDbClient client) {
    dynamoDb = client;
    tables.forEach(table -> TestTable.named(table).create(dynamoDb));
  }

  private void commit(String table, String source, String tenant) {
    Outbox outbox = Outbox.builder(dynamoDb).table(table).source(source).clock(() -> now).build();
    for (int version = 1; version <= EVENTS; version++) {
      outbox
          .transaction()
          .tenant(tenant)
          .events(
              Aggregate.of("Order", "42").at(version),
              Event.ofJson("Changed", '"' + table + '"').id("change-" + version))
          .commit();
    }
  }

  private static String text(Payload payload) {
    return new String(payload.toBytes(), UTF_8).replace("\"", "");
  }

  private static List<String> expected(String table) {
    return Stream.of(1, 2, 3).map(version -> table + ' ' + version).toList();
  }

  /** Table and version. */
  private static String told(String body) {
    ReceivedEvent event = Envelopes.sqs(body, Map.of());
    return text(event.data()) + ' ' + event.position().orElseThrow().version();
  }

  /** Everything arrived once, and each table's part of it in order. */
  private void assertAllArrived(List<String> told) {
    assertThat(told).hasSize(tables.size() * EVENTS);
    for (String table : tables) {
      assertThat(told.stream().filter(it -> it.startsWith(table + ' ')).toList())
          .isEqualTo(expected(table));
    }
  }

  @Test
  void tablesOfOneSourceLoseNothingInAQueueOfTestRelays() {
    ReaderQueue queue = ReaderQueue.create(sqs, "tested.fifo");
    tables.forEach(table -> commit(table, "/shop", "acme"));
    for (String table : tables) {
      try (TestRelay relay = TestRelay.of(dynamoDb, table).toQueue(sqs, "tested.fifo").start()) {
        relay.awaitHandled();
      }
    }

    assertAllArrived(
        queue.drain(tables.size() * EVENTS).stream().map(it -> told(it.body())).toList());
  }

  @Test
  void tablesOfTwoTenantsLoseNothingInAQueueAndATopic() throws Exception {
    ReaderQueue queue = ReaderQueue.create(sqs, "shared.fifo");
    commit(orders, "/shop/orders", "acme");
    commit(billing, "/shop/billing", "bolt");
    try (AwsStub stub = AwsStub.builder().start();
        SnsClient sns = LocalClients.configure(SnsClient.builder(), stub.endpoint()).build()) {
      String topic =
          sns.createTopic(it -> it.name("shared.fifo").attributes(Map.of("FifoTopic", "true")))
              .topicArn();
      Map<String, String> properties = new HashMap<>();
      properties.put("aws.region", LocalClients.REGION.id());
      properties.put("aws.accessKeyId", "local");
      properties.put("aws.secretAccessKey", "local");
      properties.put("aws.endpointUrlSqs", queues.endpoint().toString());
      properties.put("aws.endpointUrlSns", stub.endpoint().toString());
      properties.forEach(System::setProperty);
      try {
        for (String table : tables) {
          relay(table, topic);
        }
      } finally {
        properties.keySet().forEach(System::clearProperty);
      }

      assertAllArrived(
          queue.drain(tables.size() * EVENTS).stream().map(it -> told(it.body())).toList());
      assertAllArrived(
          stub.sns().accepted("shared.fifo").stream().map(it -> told(it.body())).toList());
    }
  }

  /** Relays what a table has, with clients and targets as a host opens them. */
  private void relay(String table, String topic) throws Exception {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "%s"},
             "targets": {"queue": {"type": "sqs", "queueName": "shared.fifo"},
                         "topic": {"type": "sns", "topicArn": "%s"}},
             "relay": {"callTimeoutMillis": 25000},
             "routes": [{"to": ["queue", "topic"]}]}
            """
                .formatted(table, topic));
    String stream = dynamoDb.describeTable(it -> it.tableName(table)).table().latestStreamArn();
    CountDownLatch finished = new CountDownLatch(EVENTS);
    try (DynamoDbStreamsClient streams =
            LocalClients.dynamoDbStreams(
                dynamoDb.serviceClientConfiguration().endpointOverride().orElseThrow());
        ConfiguredRelay relay = ConfiguredRelay.open(config, event -> {}, 1);
        StreamHost host =
            StreamHost.start(
                relay.relay(),
                config.table().schema(),
                streams,
                stream,
                ShardIteratorType.TRIM_HORIZON,
                record -> finished.countDown())) {
      assertThat(finished.await(60, TimeUnit.SECONDS)).as("%s", host.failure()).isTrue();
    }
  }
}
