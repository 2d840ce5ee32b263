package io.github.dynamooutbox.archive.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.contract.ContractEvent;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payloads are fetched from a real server and sent inline, as the relay opens the target. */
class InlinedPayloadsIT {
  private static final byte[] PAYLOAD =
      "{\"text\":\"%s\"}".formatted("\u00e4".repeat(300_000)).getBytes(UTF_8);

  private final Buckets s3 = Buckets.SHARED;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private String payloads;
  private String archive;
  private AwsTargets targets;

  @BeforeEach
  void open() {
    payloads = s3.create();
    archive = s3.create();
    Map<String, String> properties = AwsUnderTest.properties(s3.endpoint());
    properties.forEach(System::setProperty);
    targets =
        AwsTargets.open(
            RelayConfig.parse(
                """
                {"table": {"name": "orders"},
                 "targets": {"archive": {"type": "s3", "bucketName": "%s",
                   "maxEntryBytes": 1000000, "inlinePayloadBytes": 5000000}},
                 "relay": {"callTimeoutMillis": 25000}, "routes": [{"to": ["archive"]}]}
                """
                    .formatted(archive)),
            threads,
            InstantSource.system());
  }

  @AfterEach
  void close() {
    targets.close();
    threads.shutdownNow();
    System.clearProperty("aws.endpointUrl");
  }

  @Test
  void arriveAsTheyWereCommitted() {
    assertThat(publish(event("a", stored("a", PAYLOAD)), ContractEvent.of("b").envelope()))
        .isEqualTo(BatchOutcome.all(2, Published.INSTANCE));
    assertThat(lines()).hasSize(2);
    JsonNode first = lines().get(0);
    assertThat(first.path("data").path("text").asText()).hasSize(300_000).matches("\u00e4+");
    assertThat(first.has("dataref")).isFalse();
    assertThat(lines().get(1).path("data").path("total").asText()).isEqualTo("1.5");
  }

  @Test
  void areSentAsReferencesWhereTheTargetDoesNotAcceptThem() {
    byte[] larger = "{\"text\":\"%s\"}".formatted("x".repeat(1_000_000)).getBytes(UTF_8);
    assertThat(publish(event("a", stored("a", larger))))
        .isEqualTo(BatchOutcome.all(1, Published.INSTANCE));
    assertThat(lines().get(0).path("dataref").asText()).isEqualTo("s3://" + payloads + "/a");
    assertThat(lines().get(0).has("data")).isFalse();
  }

  @Test
  void areRejectedIfTheyAreGoneOrChanged() {
    Payload.Reference gone = reference("s3://" + payloads + "/nothing", PAYLOAD);
    Payload.Reference longer = stored("longer", PAYLOAD);
    s3.put(payloads, "longer", (new String(PAYLOAD, UTF_8) + " ").getBytes(UTF_8));
    Payload.Reference other = stored("other", PAYLOAD);
    s3.put(payloads, "other", new String(PAYLOAD, UTF_8).replace("text", "t3xt").getBytes(UTF_8));
    BatchOutcome outcome =
        publish(
            event("a", gone),
            event("b", longer),
            event("c", other),
            event("d", stored("d", PAYLOAD)));
    assertThat(outcome.toString())
        .containsSubsequence(
            "Rejected[code=PAYLOAD_GONE, message=nothing is at s3://" + payloads + "/nothing",
            "Rejected[code=PAYLOAD_CHANGED, message=what is at s3://" + payloads + "/longer",
            "Rejected[code=PAYLOAD_CHANGED, message=what is at s3://" + payloads + "/other",
            "Published");
    assertThat(lines()).hasSize(1);
  }

  @Test
  void areRetriedWhileTheBucketDoesNotExist() {
    BatchOutcome outcome = publish(event("a", reference("s3://missing-bucket/a", PAYLOAD)));
    assertThat(outcome.toString()).contains("Retry[code=NoSuchBucket");
    assertThat(lines()).isEmpty();
  }

  private Payload.Reference stored(String key, byte[] payload) {
    s3.put(payloads, key, payload);
    return reference("s3://" + payloads + "/" + key, payload);
  }

  private static Payload.Reference reference(String uri, byte[] payload) {
    return new Payload.Reference(uri, payload.length, Sha256.hex(payload), true);
  }

  private static Envelope event(String aggregate, Payload.Reference payload) {
    Envelope envelope = ContractEvent.of(aggregate).envelope();
    OutboxEvent event = envelope.event().withData(payload);
    return new Envelope(
        envelope.position(), envelope.key(), envelope.record().withEvents(List.of(event)), 0);
  }

  private List<JsonNode> lines() {
    return s3.keys(archive).stream().flatMap(key -> s3.lines(archive, key).stream()).toList();
  }

  private BatchOutcome publish(Envelope... envelopes) {
    return publishTo(targets.all().get(0), envelopes);
  }

  private static <E extends Entry> BatchOutcome publishTo(Target<E> target, Envelope... envelopes) {
    List<E> entries = new ArrayList<>();
    for (Envelope envelope : envelopes) {
      target
          .prepare(envelope)
          .when(
              ready -> entries.add(ready.entry()),
              refused -> {
                throw new AssertionError(refused.message());
              });
    }
    return target.publish(entries).toCompletableFuture().join();
  }
}
