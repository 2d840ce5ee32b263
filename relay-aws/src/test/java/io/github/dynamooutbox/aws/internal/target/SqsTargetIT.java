package io.github.dynamooutbox.aws.internal.target;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.internal.render.CloudEventJson;
import io.github.dynamooutbox.aws.target.EnvelopeForm;
import io.github.dynamooutbox.aws.target.Sending;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** Queues of a real server, over real clients. */
@Timeout(120)
class SqsTargetIT {
  private static final int MIB = 1024 * 1024;
  private static final Duration HASTY = Duration.ofMillis(500);

  private static QueuesUnderTest queues;

  private final String work = AwsUnderTest.unique("work");
  private final String fifo = work + ".fifo";

  /** One thread, so that a call that does not end is seen. */
  private final ExecutorService executor = Executors.newSingleThreadExecutor();

  private final List<Clients> opened = new ArrayList<>();

  @BeforeAll
  static void start() {
    queues = new QueuesUnderTest();
  }

  @AfterAll
  static void stop() {
    queues.close();
  }

  @BeforeEach
  void create() {
    queues.create(work);
    queues.create(fifo);
  }

  @AfterEach
  void close() {
    executor.shutdownNow();
    opened.forEach(Clients::close);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".fifo"})
  void publishesAFullBatchOfCloudEvents(String suffix) throws Exception {
    List<Samples> samples = samples(10);
    assertThat(publish(target(work + suffix), samples)).isEqualTo(published(10));
    List<String> expected = new ArrayList<>();
    for (Samples sample : samples) {
      expected.add(new String(CloudEventJson.render(sample.envelope()), UTF_8));
    }
    assertThat(queues.take(work + suffix, 10))
        .extracting(Message::body)
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void publishesByArnToo() {
    assertThat(publish(target(queues.arn(fifo)), samples(1))).isEqualTo(published(1));
    assertThat(queues.take(fifo, 1)).hasSize(1);
  }

  @Test
  void keepsTheOrderOfAnAggregateInAFifoQueue() {
    SqsTarget target = target(fifo);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ids.add("e-" + i);
      Samples event = Samples.plain().id("e-" + i).sequence(i);
      assertThat(publishAt(target, event, i)).isEqualTo(published(1));
    }
    List<Message> taken = queues.take(fifo, 6);
    assertThat(taken).extracting(SqsTargetIT::id).isEqualTo(ids);
    assertThat(taken)
        .extracting(m -> m.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID))
        .containsOnly("Order#42");
  }

  @Test
  void sendsAnEventAgainWithTheSameDeduplicationId() {
    SqsTarget target = target(fifo);
    assertThat(publish(target, List.of(Samples.plain()))).isEqualTo(published(1));
    assertThat(publish(target, List.of(Samples.plain()))).isEqualTo(published(1));
    assertThat(queues.take(fifo, 2)).hasSize(1);
  }

  @Test
  void anyAggregateHasAGroupOfItsOwn() {
    List<Samples> samples =
        List.of(
            Samples.plain().aggregate("Order", "with space"),
            Samples.plain().aggregate("Order", "J\u00fcrgen \ud83d\ude00"),
            Samples.plain().aggregate("Order", "bell\u0007tab\t"),
            Samples.plain().aggregate("Order", "x".repeat(500)),
            Samples.plain().aggregate("Order", "x".repeat(500) + "y"),
            Samples.plain().aggregate("\u00d6rder", "\uffff\u0001"));
    SqsTarget target = target(fifo);
    for (Samples sample : samples) {
      assertThat(publish(target, List.of(sample))).isEqualTo(published(1));
    }
    assertThat(
            new HashSet<>(
                queues.take(fifo, samples.size()).stream()
                    .map(m -> m.attributes().get(MessageSystemAttributeName.MESSAGE_GROUP_ID))
                    .toList()))
        .hasSize(samples.size());
  }

  @Test
  void barePayloadsCarryTheirAttributesBeside() {
    assertThat(publish(bare(work), List.of(Samples.full()))).isEqualTo(published(1));
    Message message = queues.take(work, 1).get(0);
    assertThat(message.body()).isEqualTo("{\"total\": 1.50}");
    // SQS takes ten at most.
    assertThat(message.messageAttributes()).hasSize(10).containsKeys("ce_id", "ce_type", "ce");
    assertThat(message.messageAttributes().get("ce_type").stringValue()).isEqualTo("OrderPlaced");
  }

  @Test
  void bareBytesAreSentInBase64AndSaySo() {
    Samples bytes = Samples.plain().data("application/avro", new byte[] {0, -1, 7});
    assertThat(publish(bare(work), List.of(bytes))).isEqualTo(published(1));
    Message message = queues.take(work, 1).get(0);
    assertThat(message.body()).isEqualTo("AP8H");
    assertThat(message.messageAttributes().get("ce_datacontentencoding").stringValue())
        .isEqualTo("base64");
  }

  @Test
  void escapesInACloudEventWhatAMessageMayNotContain() throws IOException {
    Samples sample = Samples.plain().data("application/json", "{\"a\":\"\uffff \ufffe\"}");
    assertThat(publish(target(work), List.of(sample))).isEqualTo(published(1));
    String body = queues.take(work, 1).get(0).body();
    assertThat(body).contains("\\uffff \\ufffe");
    assertThat(new JsonMapper().readTree(body).at("/data/a").asText()).isEqualTo("\uffff \ufffe");
  }

  @Test
  void refusesABarePayloadThatAMessageMayNotContain() {
    assertThat(code(bare(work).prepare(Samples.plain().data("text/plain", "\u0007").envelope())))
        .isEqualTo("INVALID_CHARACTERS");
    assertThat(code(bare(work).prepare(Samples.plain().data("text/plain", "").envelope())))
        .isEqualTo("EMPTY_PAYLOAD");
  }

  @Test
  void sendsTheLargestEntryThatItPreparesAndRefusesMore() {
    SqsTarget target = target(work);
    int room = MIB - ready(target, Samples.plain().data("text/plain", "")).bytes();
    Samples largest = Samples.plain().data("text/plain", "x".repeat(room));
    assertThat(ready(target, largest).bytes()).isEqualTo(MIB);
    assertThat(publish(target, List.of(largest))).isEqualTo(published(1));
    Samples larger = Samples.plain().data("text/plain", "x".repeat(room + 1));
    assertThat(code(target.prepare(larger.envelope()))).isEqualTo("TOO_LARGE");
  }

  @Test
  void countsAttributesToo() {
    SqsTarget target = bare(work);
    int room = MIB - ready(target, Samples.full().data("text/plain", "x")).bytes();
    Samples largest = Samples.full().data("text/plain", "x".repeat(room + 1));
    assertThat(ready(target, largest).bytes()).isEqualTo(MIB);
    assertThat(publish(target, List.of(largest))).isEqualTo(published(1));
  }

  @Test
  void aMissingQueueIsNoEventsFault() {
    assertThat(retryCode(publish(target(work + "-missing"), samples(1))))
        .matches(".*NonExistentQueue|QueueDoesNotExist");
  }

  @Test
  void retriesWhereNobodyAnswers() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      assertThat(retryCode(publish(target(work, at(silent), HASTY), samples(1))))
          .contains("Timeout");
    }
  }

  @Test
  void retriesWhereNobodyListens() throws IOException {
    URI gone;
    try (ServerSocket nobody = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      gone = at(nobody);
    }
    assertThat(retryCode(publish(target(work, gone, HASTY), samples(1))))
        .isEqualTo("SdkClientException");
  }

  private static URI at(ServerSocket server) {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  @Test
  void cancellingEndsTheCallAtOnce() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      SqsTarget target = target(work, at(silent), Duration.ofMinutes(2));
      CompletableFuture<BatchOutcome> call =
          target.publish(List.of(ready(target, Samples.plain())));
      try (Socket accepted = silent.accept()) {
        assertThat(accepted.getInputStream().read()).isEqualTo('P');
        assertThat(call.cancel(true)).isTrue();
        // The call's only thread is free again long before its time-out.
        executor.submit(() -> {}).get(10, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void sendsNothingOnceItIsClosed() {
    SqsTarget target = target(work);
    target.close();
    assertThat(retryCode(publish(target, samples(1)))).isEqualTo("TargetClosed");
    assertThat(queues.take(work, 1)).isEmpty();
  }

  @Test
  void itsExaminationFindsQueuesThatAreMissing() {
    assertThat(examined(fifo)).singleElement().satisfies(f -> verdict(f, "FINE", "is there"));
    assertThat(examined(work + "-missing"))
        .singleElement()
        .satisfies(f -> verdict(f, "WRONG", "does not exist"));
  }

  private static void verdict(Finding finding, String verdict, String text) {
    assertThat(finding.verdict().name()).isEqualTo(verdict);
    assertThat(finding.text()).contains(text);
  }

  private List<Finding> examined(String queue) {
    RecordedFindings findings = new RecordedFindings();
    SqsClient client = client(queues.endpoint(), Duration.ofSeconds(30));
    Sending sending = sending(EnvelopeForm.CLOUDEVENT);
    findings.look("sqs", () -> new QueueExamination(queue, sending, findings).run(client));
    return findings.all();
  }

  private SqsTarget target(String queue) {
    return target(queue, queues.endpoint(), Duration.ofSeconds(30));
  }

  private SqsTarget target(String queue, URI endpoint, Duration callTimeout) {
    return new SqsTarget(
        "work", queue, sending(EnvelopeForm.CLOUDEVENT), client(endpoint, callTimeout), executor);
  }

  private SqsTarget bare(String queue) {
    SqsClient client = client(queues.endpoint(), Duration.ofSeconds(30));
    return new SqsTarget("work", queue, sending(EnvelopeForm.DATA), client, executor);
  }

  private SqsClient client(URI endpoint, Duration callTimeout) {
    Clients clients =
        new Clients(
            callTimeout,
            builder ->
                builder
                    .endpointOverride(endpoint)
                    .region(AwsUnderTest.region())
                    .credentialsProvider(AwsUnderTest.credentials()));
    opened.add(clients);
    return clients.get(SqsClient.class, SqsClient::builder);
  }

  private static Sending sending(EnvelopeForm form) {
    return new Sending(true, form, new BatchLimits(10, MIB, 4), MIB);
  }

  private static BatchOutcome publish(SqsTarget target, List<Samples> samples) {
    List<SqsEntry> entries = samples.stream().map(sample -> ready(target, sample)).toList();
    return target.publish(entries).join();
  }

  private static BatchOutcome publishAt(SqsTarget target, Samples sample, int index) {
    Prepared<SqsEntry> prepared = target.prepare(sample.envelope(index));
    return target.publish(List.of(((Prepared.Ready<SqsEntry>) prepared).entry())).join();
  }

  private static SqsEntry ready(SqsTarget target, Samples sample) {
    Prepared<SqsEntry> prepared = target.prepare(sample.envelope());
    assertThat(prepared).isInstanceOf(Prepared.Ready.class);
    return ((Prepared.Ready<SqsEntry>) prepared).entry();
  }

  private static String code(Prepared<?> prepared) {
    return prepared.fold(ready -> "ready", refused -> refused.code());
  }

  private static List<Samples> samples(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Samples.full().aggregate("Order", "o-" + i).id("e-" + i))
        .toList();
  }

  private static String id(Message message) {
    try {
      return new JsonMapper().readTree(message.body()).path("id").asText();
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static BatchOutcome published(int count) {
    return BatchOutcome.all(count, Published.INSTANCE);
  }

  private static String retryCode(BatchOutcome outcome) {
    return ((Retry) ((PerEntry) outcome).outcomes().get(0)).code();
  }
}
