package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.contract.ContractEvent;
import io.github.dynamooutbox.contract.TargetContract;
import io.github.dynamooutbox.localaws.LocalKafka;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract with a real broker, as the relay finds and opens the target. */
class KafkaTargetIT implements TargetContract<KafkaEntry> {
  /** Call timeout in milliseconds, ample because the first call loads classes. */
  private static final int PATIENT = 25_000;

  /** Call timeout in milliseconds of a target whose calls are to time out. */
  private static final int HASTY = 5_000;

  private final LocalKafka broker = SharedBroker.BROKER;
  private final Topics topics = SharedBroker.TOPICS;

  private final JsonMapper json = new JsonMapper();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<Target<?>, AwsTargets> opened = new HashMap<>();
  private ServerSocket silent;
  private String topic;

  @BeforeEach
  void create() throws IOException {
    topic = topics.create(1, Map.of("max.message.bytes", "200000"));
    silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void closeAll() throws IOException {
    opened.values().forEach(AwsTargets::close);
    silent.close();
    threads.shutdownNow();
  }

  @Override
  public Target<KafkaEntry> openTarget() {
    return open(broker.bootstrapServer(), "", PATIENT);
  }

  @Override
  public Target<KafkaEntry> openTargetWithoutAnswers() {
    return open("127.0.0.1:" + silent.getLocalPort(), "", HASTY);
  }

  @Override
  public Target<KafkaEntry> openTargetWithoutService() {
    try (ServerSocket nobody = new ServerSocket(0)) {
      return open("127.0.0.1:" + nobody.getLocalPort(), "", HASTY);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void closeTarget(Target<KafkaEntry> target) {
    opened.get(target).close();
  }

  @Override
  public List<String> arrived(int atLeast) {
    return topics.read(topic, atLeast, PATIENCE).stream()
        .map(each -> new String(each.value(), StandardCharsets.UTF_8))
        .toList();
  }

  @SuppressWarnings("unchecked") // the document has one target
  private Target<KafkaEntry> open(String server, String keys, int callTimeoutMillis) {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"log": {"type": "kafka", "bootstrapServers": ["%s"], "tls": false,
                                 "topic": "%s" %s}},
             "relay": {"callTimeoutMillis": %d}, "routes": [{"to": ["log"]}]}
            """
                .formatted(server, topic, keys, callTimeoutMillis));
    AwsTargets targets = AwsTargets.open(config, threads, InstantSource.system());
    Target<KafkaEntry> target = (Target<KafkaEntry>) targets.all().get(0);
    opened.put(target, targets);
    return target;
  }

  @Test
  void sendsAStructuredEventUnderTheAggregatesKey() {
    publish(openTarget(), ContractEvent.of("a-1"));
    ConsumerRecord<String, byte[]> record = topics.read(topic, 1, PATIENCE).get(0);
    assertThat(record.key()).isEqualTo("Order#a-1");
    assertThat(headers(record))
        .isEqualTo(Map.of("content-type", "application/cloudevents+json; charset=UTF-8"));
    assertThat(json(record.value()).path("data").path("total").asText()).isEqualTo("1.5");
  }

  @Test
  void sendsAttributesAsHeadersInBinaryMode() {
    publish(
        open(broker.bootstrapServer(), ", \"envelope\": \"data\"", PATIENT), ContractEvent.of("ö"));
    ConsumerRecord<String, byte[]> record = topics.read(topic, 1, PATIENCE).get(0);
    assertThat(record.key()).isEqualTo("Order#ö");
    assertThat(new String(record.value(), StandardCharsets.UTF_8))
        .isEqualTo(ContractEvent.of("ö").data());
    assertThat(headers(record))
        .containsEntry("content-type", "application/json")
        .containsEntry("ce_specversion", "1.0")
        .containsEntry("ce_id", "event-of-ö")
        .containsEntry("ce_type", "OrderPlaced")
        .containsEntry("ce_subject", "ö")
        .containsEntry("ce_channel", "web")
        .doesNotContainKey("ce_datacontenttype");
  }

  @Test
  void rejectsWhatTheTopicDoesNotAcceptAndPublishesTheRest() {
    Target<KafkaEntry> target = openTarget();
    BatchOutcome outcome =
        publish(target, ContractEvent.of("large").ofBytes(300_000), ContractEvent.of("small"));
    assertThat(outcome.toString())
        .matches(
            "PerEntry\\[outcomes=\\[Rejected\\[code=RecordTooLargeException, .*], Published.*");
    assertThat(arrived(1)).singleElement().asString().contains("\"id\":\"event-of-small\"");
  }

  @Test
  void sendsWhatTheTopicAcceptsBeyondKafkasDefault() {
    topic = topics.create(1, Map.of("max.message.bytes", "3000000"));
    ContractEvent[] events = {ContractEvent.of("a").ofBytes(2_000_000), ContractEvent.of("b")};
    assertThat(publish(openTarget(), events)).isEqualTo(BatchOutcome.all(2, Published.INSTANCE));
    assertThat(arrived(2))
        .satisfiesExactly(
            first -> assertThat(first).contains("\"id\":\"event-of-a\""),
            second -> assertThat(second).contains("\"id\":\"event-of-b\""));
  }

  @Test
  void refusesWithoutSendingItWhatIsOverTheTopicsOwnLimit() {
    topic = topics.create(1, Map.of());
    assertThat(publish(openTarget(), ContractEvent.of("a").ofBytes(2_000_000)).toString())
        .contains("RequestRefused[code=TOO_LARGE")
        .contains("as target log counts them, 1048588 allowed");
    assertThat(topics.read(topic, 0, PATIENCE)).isEmpty();
  }

  @Test
  void retriesWhileTheTopicDoesNotExist() {
    Target<KafkaEntry> target = openTarget();
    topic = "missing";
    Target<KafkaEntry> missing = open(broker.bootstrapServer(), "", HASTY);
    assertThat(publish(missing, ContractEvent.of("a"), ContractEvent.of("b")).toString())
        .matches(".*(Retry\\[code=TimeoutException, .*){2}");
    closeTarget(target);
  }

  private static BatchOutcome publish(Target<KafkaEntry> target, ContractEvent... events) {
    List<KafkaEntry> entries =
        List.of(events).stream()
            .map(each -> target.prepare(each.envelope()))
            .map(
                each ->
                    each.<KafkaEntry>fold(
                        ready -> ready.entry(),
                        refused -> {
                          throw new AssertionError(refused);
                        }))
            .toList();
    return target.publish(entries).toCompletableFuture().join();
  }

  private static Map<String, String> headers(ConsumerRecord<?, ?> record) {
    Map<String, String> headers = new HashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
    }
    return headers;
  }

  private JsonNode json(byte[] value) {
    try {
      return json.readTree(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
