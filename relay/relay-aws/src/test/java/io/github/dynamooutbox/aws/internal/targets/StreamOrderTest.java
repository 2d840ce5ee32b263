package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.internal.targets.KinesisFactory.KinesisConfig;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

/** A stream whose answer names a strategy that the SDK does not know. */
class StreamOrderTest {
  private final List<String> actions = Collections.synchronizedList(new ArrayList<>());
  private final Map<String, String> summary = new TreeMap<>(Map.of("StreamName", "orders"));
  private Instant now = Instant.EPOCH;
  private boolean isBroken;
  private HttpServer server;
  private KinesisClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    client =
        KinesisClient.builder()
            .endpointOverride(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))
            .region(Region.EU_WEST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("a", "b")))
            .build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void anOrderedTargetSendsNothingToAStreamThatIgnoresPartitionKeys() {
    summary.put("RecordDistributionStrategy", "AUTO");

    assertThat(KinesisSettings.read(client, "orders").ignoresPartitionKeys()).isTrue();
    assertThat(KinesisSettings.read(client, "orders").summary().streamName()).isEqualTo("orders");
    actions.clear();
    assertThat(publish(true))
        .isInstanceOfSatisfying(
            BatchOutcome.PerEntry.class,
            outcome ->
                assertThat(outcome.outcomes())
                    .singleElement()
                    .isInstanceOfSatisfying(
                        Retry.class,
                        retry -> {
                          assertThat(retry.code()).isEqualTo("PARTITION_KEYS_IGNORED");
                          assertThat(retry.message()).contains("orders", "AUTO", "ordered");
                        }));
    assertThat(actions).containsExactly("DescribeStreamSummary");
  }

  @Test
  void anyOtherStrategyAndATargetWithoutOrderAreSentTo() {
    summary.put("RecordDistributionStrategy", "AUTO");
    publish(false);
    assertThat(actions).containsExactly("PutRecords");

    for (String strategy : List.of("PARTITION_KEY", "")) {
      actions.clear();
      summary.put("RecordDistributionStrategy", strategy);
      publish(true);
      assertThat(actions).containsExactly("DescribeStreamSummary", "PutRecords");
    }
  }

  @Test
  void whatCouldNotBeReadIsReadAgainAfterAMinute() throws InterruptedException {
    summary.put("RecordDistributionStrategy", "AUTO");
    isBroken = true;
    StreamOrder order = new StreamOrder("t", "orders", true, client, () -> now);

    assertThat(order.refusal()).isEmpty();
    isBroken = false;
    now = now.plusSeconds(59);
    assertThat(order.refusal()).isEmpty();
    now = now.plusSeconds(1);
    assertThat(order.refusal()).isPresent();
  }

  @Test
  void anExaminationSaysSo() {
    summary.put("RecordDistributionStrategy", "AUTO");

    assertThat(examined(true))
        .containsExactly(
            "wrong loses the order of aggregates: stream orders", "fine is there: stream orders");
    assertThat(examined(false)).containsExactly("fine is there: stream orders");
  }

  private List<String> examined(boolean ordered) {
    List<String> found = new ArrayList<>();
    new KinesisConfig("t", "orders", sending(ordered)).status(client, new Found(found));
    return found;
  }

  /** Notes what an examination finds. */
  record Found(List<String> found) implements TargetFindings {
    @Override
    public void fine(String fact) {
      found.add("fine " + fact);
    }

    @Override
    public void advise(String fact, String remedy) {
      found.add("advise " + fact);
    }

    @Override
    public void unchecked(String fact, String remedy) {
      found.add("unchecked " + fact);
    }

    @Override
    public void wrong(String fact, String remedy) {
      found.add("wrong " + fact);
    }

    @Override
    public void look(String right, Runnable look) {
      look.run();
    }
  }

  private static Sending sending(boolean ordered) {
    return new Sending(ordered, EnvelopeForm.CLOUDEVENT, new BatchLimits(10, 10_000, 1), 5_000);
  }

  private BatchOutcome publish(boolean ordered) {
    KinesisTarget target =
        new KinesisTarget(
            "t", "orders", sending(ordered), client, Runnable::run, InstantSource.system());
    List<AwsEntry<PutRecordsRequestEntry>> entries = new ArrayList<>();
    target
        .prepare(Samples.plain().envelope())
        .when(ready -> entries.add(ready.entry()), refused -> {});
    return target.publish(entries).join();
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String action = exchange.getRequestHeaders().getFirst("X-Amz-Target").replaceAll(".*\\.", "");
    actions.add(action);
    byte[] body =
        action.equals("PutRecords")
            ? new byte[] {(byte) 0xA0}
            : isBroken ? new byte[] {0x60} : summary();
    exchange.getResponseHeaders().add("Content-Type", "application/x-amz-cbor-1.1");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** In CBOR (RFC 8949): maps and texts with their lengths. */
  private byte[] summary() {
    ByteArrayOutputStream cbor = new ByteArrayOutputStream();
    cbor.write(0xA1);
    text(cbor, "StreamDescriptionSummary");
    cbor.write(0xA0 + summary.size());
    summary.forEach(
        (name, value) -> {
          text(cbor, name);
          text(cbor, value);
        });
    return cbor.toByteArray();
  }

  private static void text(ByteArrayOutputStream cbor, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length < 24) {
      cbor.write(0x60 + bytes.length);
    } else {
      cbor.write(0x78);
      cbor.write(bytes.length);
    }
    cbor.writeBytes(bytes);
  }
}
