package io.github.dynamooutbox.archive.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.contract.ContractEvent;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.readback.ReaderQueue;
import io.github.dynamooutbox.localaws.stub.MessageAttribute;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.Target;
import java.nio.charset.Charset;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Queues and topics that are sent the bare payload, where it is stored elsewhere and fetched by the
 * relay: whatever its content type, and beside an event that has its payload in the record.
 */
@Tag("full")
class InlinedBarePayloadsIT {
  private static final Buckets S3 = Buckets.SHARED;
  private static final AtomicInteger EVENTS = new AtomicInteger();

  private static final ExecutorService THREADS = Executors.newCachedThreadPool();
  private static final Map<String, String> PROPERTIES = new HashMap<>();
  private static LocalSqs queues;
  private static AwsStub stub;
  private static SqsClient sqs;
  private static SnsClient sns;
  private static ReaderQueue queue;
  private static AwsTargets targets;

  @BeforeAll
  static void open() {
    queues = LocalSqs.start();
    stub = AwsStub.builder().start();
    sqs = LocalClients.sqs(queues.endpoint());
    sns = LocalClients.configure(SnsClient.builder(), stub.endpoint()).build();
    queue = ReaderQueue.create(sqs, "bare.fifo");
    String topic =
        sns.createTopic(it -> it.name("bare.fifo").attributes(Map.of("FifoTopic", "true")))
            .topicArn();
    PROPERTIES.putAll(AwsUnderTest.properties(S3.endpoint()));
    PROPERTIES.put("aws.endpointUrlSqs", queues.endpoint().toString());
    PROPERTIES.put("aws.endpointUrlSns", stub.endpoint().toString());
    PROPERTIES.forEach(System::setProperty);
    targets =
        AwsTargets.open(
            RelayConfig.parse(
                """
                {"table": {"name": "orders"},
                 "targets": {
                   "queue": {"type": "sqs", "queueName": "bare.fifo", "envelope": "data",
                             "inlinePayloadBytes": 100000},
                   "topic": {"type": "sns", "topicArn": "%s", "envelope": "data",
                             "inlinePayloadBytes": 100000}},
                 "relay": {"callTimeoutMillis": 25000}, "routes": [{"to": ["queue", "topic"]}]}
                """
                    .formatted(topic)),
            THREADS,
            InstantSource.system());
  }

  @AfterAll
  static void close() {
    targets.close();
    PROPERTIES.keySet().forEach(System::clearProperty);
    sns.close();
    sqs.close();
    stub.close();
    queues.close();
    THREADS.shutdownNow();
  }

  /**
   * A payload.
   *
   * @param text what it says
   * @param base64 whether it was committed as bytes, and is sent in base64
   */
  record Stored(String contentType, String text, Charset charset, boolean base64) {
    byte[] bytes() {
      return text.getBytes(charset);
    }

    String message() {
      return base64 ? Base64.getEncoder().encodeToString(bytes()) : text;
    }

    @Override
    public String toString() {
      return contentType + ", " + charset;
    }
  }

  static Stream<Stored> payloads() {
    return Stream.of(
        new Stored("text/plain", "x".repeat(2_000), UTF_8, false),
        new Stored("text/csv", "Stra\u00dfe;\ud83d\ude00\n".repeat(300), UTF_8, false),
        new Stored("application/xml", "<order>" + " ".repeat(2_000) + "</order>", UTF_8, false),
        new Stored("application/xml", "<bytes>" + " ".repeat(2_000) + "</bytes>", UTF_8, true),
        new Stored("application/avro", "\u0000\u0001\u00ff\u00fe", ISO_8859_1, true),
        new Stored("text/csv; charset=iso-8859-1", "Caf\u00e9;".repeat(200), ISO_8859_1, true),
        new Stored("application/json", "{\"n\":" + "9".repeat(2_000) + "}", UTF_8, false),
        new Stored("application/json", "[1, 2.50]", UTF_8, false));
  }

  @ParameterizedTest
  @MethodSource("payloads")
  void anyPayloadArrivesAsItWasCommittedBesideOneThatIsInTheRecord(Stored stored) {
    String bucket = S3.create();
    S3.put(bucket, "a", stored.bytes());
    Payload.Reference elsewhere =
        new Payload.Reference(
            "s3://" + bucket + "/a",
            stored.bytes().length,
            Sha256.hex(stored.bytes()),
            !stored.base64());
    String aggregate = "a-" + EVENTS.incrementAndGet();
    Envelope event = event(aggregate, stored.contentType(), elsewhere);
    Envelope neighbour = ContractEvent.of("next-to-" + aggregate).envelope();
    String here = neighbour.event().data().fold(text -> text.text(), bytes -> "", other -> "");

    long before = stub.sns().count();
    for (Target<?> target : targets.all()) {
      assertThat(publish(target, event, neighbour))
          .as(target.name())
          .isEqualTo(BatchOutcome.all(2, Published.INSTANCE));
    }

    boolean base64 = stored.base64();
    assertThat(queue.drain(2))
        .satisfiesExactlyInAnyOrder(
            message -> {
              assertThat(message.body()).isEqualTo(stored.message());
              assertThat(message.messageAttributes().get("ce_datacontenttype").stringValue())
                  .isEqualTo(stored.contentType());
              assertThat(message.messageAttributes().toString().contains("datacontentencoding"))
                  .isEqualTo(base64);
            },
            message -> assertThat(message.body()).isEqualTo(here));
    assertThat(stub.sns().acceptedAfter(before))
        .satisfiesExactlyInAnyOrder(
            message -> {
              assertThat(message.body()).isEqualTo(stored.message());
              assertThat(message.attributes().get("ce_datacontenttype"))
                  .isEqualTo(new MessageAttribute("String", stored.contentType()));
              assertThat(
                      message.attributes().values().stream()
                          .anyMatch(it -> it.value().contains("datacontentencoding")))
                  .isEqualTo(base64);
            },
            message -> assertThat(message.body()).isEqualTo(here));
  }

  private static Envelope event(String aggregate, String contentType, Payload.Reference payload) {
    Envelope envelope = ContractEvent.of(aggregate).envelope();
    OutboxEvent like = envelope.event();
    OutboxEvent event =
        new OutboxEvent(
            like.id(),
            like.type(),
            like.time(),
            contentType,
            like.schema(),
            payload,
            like.previous(),
            like.headers());
    return new Envelope(
        envelope.position(), envelope.key(), envelope.record().withEvents(List.of(event)), 0);
  }

  private static <E extends Entry> BatchOutcome publish(Target<E> target, Envelope... envelopes) {
    List<E> entries = new ArrayList<>();
    for (Envelope envelope : envelopes) {
      target
          .prepare(envelope)
          .when(
              ready -> entries.add(ready.entry()),
              refused -> {
                throw new AssertionError(refused.code() + ": " + refused.message());
              });
    }
    return target.publish(entries).toCompletableFuture().join();
  }
}
