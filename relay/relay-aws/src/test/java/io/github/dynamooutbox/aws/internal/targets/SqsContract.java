package io.github.dynamooutbox.aws.internal.targets;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.contract.TargetContract;
import io.github.dynamooutbox.format.render.CloudEventJson;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** What standard and FIFO queues have in common, at a real server over real clients. */
@Timeout(120)
abstract class SqsContract implements TargetContract<AwsEntry<SendMessageBatchRequestEntry>> {
  static final int MIB = 1024 * 1024;

  static final Duration PATIENT = Duration.ofSeconds(30);

  static QueuesUnderTest queues;

  final String queue;
  private final boolean ordered;

  /** One thread, so that a call that does not end is seen. */
  final ExecutorService executor = Executors.newSingleThreadExecutor();

  /** Takes connections, and never answers. */
  ServerSocket silent;

  private final List<Clients> opened = new ArrayList<>();

  /** A FIFO queue drops what has the id of another. */
  private int sized;

  SqsContract(String suffix, boolean ordered) {
    this.queue = AwsUnderTest.unique("work") + suffix;
    this.ordered = ordered;
  }

  @BeforeAll
  static void start() {
    queues = new QueuesUnderTest();
  }

  @AfterAll
  static void stop() {
    queues.close();
  }

  @BeforeEach
  void create() throws IOException {
    queues.create(queue);
    silent = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    silent.close();
    executor.shutdownNow();
    opened.forEach(Clients::close);
  }

  @Override
  public final Target<AwsEntry<SendMessageBatchRequestEntry>> openTarget() {
    return target(queue);
  }

  @Override
  public final Target<AwsEntry<SendMessageBatchRequestEntry>> openTargetWithoutService() {
    return target("missing-" + queue);
  }

  @Override
  public final Target<AwsEntry<SendMessageBatchRequestEntry>> openTargetWithoutAnswers() {
    return target(queue, at(silent), Duration.ofMinutes(2));
  }

  @Override
  public final void closeTarget(Target<AwsEntry<SendMessageBatchRequestEntry>> target) {
    ((SqsTarget) target).close();
  }

  @Override
  public final List<String> arrived(int atLeast) {
    return queues.take(queue, atLeast).stream().map(Message::body).toList();
  }

  @Test
  void publishesCloudEvents() throws Exception {
    assertThat(publish(target(queue), Samples.full())).isEqualTo(published());
    assertThat(queues.take(queue, 1))
        .extracting(Message::body)
        .containsExactly(new String(CloudEventJson.render(Samples.full().envelope()), UTF_8));
  }

  @Test
  void publishesByArnToo() {
    assertThat(publish(target(queues.arn(queue)), Samples.full())).isEqualTo(published());
    assertThat(queues.take(queue, 1)).hasSize(1);
  }

  @Test
  void whatIsOverTheQueuesOwnLimitIsRefusedBeforeItIsSent() {
    SqsTarget target = target(queue, new QueueOfSize(client(), () -> 2048));
    assertThat(publish(target, ofBytes(2048))).isEqualTo(published());
    assertThat(
            target
                .publish(List.of(ready(target, ofBytes(2049)), ready(target, Samples.plain())))
                .join())
        .isEqualTo(
            new BatchOutcome.RequestRefused(
                "TOO_LARGE", "2049 bytes as target work counts them, 2048 allowed"));
    assertThat(queues.take(queue, 2)).hasSize(1);
  }

  @Test
  void aQueuesLimitIsReadOnceAndNotForWhatEveryQueueTakes() {
    QueueOfSize described = new QueueOfSize(client(), () -> MIB);
    SqsTarget target = target(queue, described);
    assertThat(publish(target, ofBytes(1024))).isEqualTo(published());
    assertThat(described.readings()).isZero();
    for (int i = 0; i < 3; i++) {
      assertThat(publish(target, ofBytes(1025))).isEqualTo(published());
    }
    assertThat(described.readings()).isEqualTo(1);
  }

  @Test
  void whereAQueuesLimitCannotBeReadTheQueueDecides() {
    QueueOfSize described =
        new QueueOfSize(
            client(),
            () -> {
              throw SqsException.builder()
                  .statusCode(403)
                  .awsErrorDetails(AwsErrorDetails.builder().errorCode("AccessDenied").build())
                  .build();
            });
    SqsTarget target = target(queue, described);
    assertThat(publish(target, ofBytes(MIB))).isEqualTo(published());
    assertThat(publish(target, ofBytes(2048))).isEqualTo(published());
    assertThat(described.readings()).isEqualTo(1);
  }

  private SqsTarget target(String name, SqsClient client) {
    return target(name, sending(EnvelopeForm.CLOUDEVENT), client);
  }

  private Samples ofBytes(int bytes) {
    Samples empty = Samples.plain().id("size-" + bytes + "-" + ++sized).data("text/plain", "");
    return empty.data("text/plain", "x".repeat(bytes - ready(target(queue), empty).bytes()));
  }

  final SqsTarget target(String name) {
    return target(name, queues.endpoint(), PATIENT);
  }

  final SqsTarget target(String name, URI endpoint, Duration callTimeout) {
    return target(name, sending(EnvelopeForm.CLOUDEVENT), client(endpoint, callTimeout));
  }

  final SqsTarget bare() {
    return target(queue, sending(EnvelopeForm.DATA), client());
  }

  private SqsTarget target(String name, Sending sending, SqsClient client) {
    return new SqsTarget(
        new SqsConfig("work", name, sending, false), client, new LentHost(executor));
  }

  final Sending sending(EnvelopeForm form) {
    return new Sending(ordered, form, new BatchLimits(10, MIB, 4), MIB);
  }

  final SqsClient client() {
    return client(queues.endpoint(), PATIENT);
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

  static URI at(ServerSocket server) {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  static BatchOutcome publish(SqsTarget target, Samples sample) {
    return target.publish(List.of(ready(target, sample))).join();
  }

  static AwsEntry<SendMessageBatchRequestEntry> ready(SqsTarget target, Samples sample) {
    Prepared<AwsEntry<SendMessageBatchRequestEntry>> prepared = target.prepare(sample.envelope());
    assertThat(prepared).isInstanceOf(Prepared.Ready.class);
    return ((Prepared.Ready<AwsEntry<SendMessageBatchRequestEntry>>) prepared).entry();
  }

  static BatchOutcome published() {
    return BatchOutcome.all(1, Published.INSTANCE);
  }

  static String retryCode(BatchOutcome outcome) {
    return ((Retry) ((PerEntry) outcome).outcomes().get(0)).code();
  }

  /** A client for which a queue has a {@code MaximumMessageSize}, which ElasticMQ does not keep. */
  private static final class QueueOfSize implements SqsClient {
    private final SqsClient service;
    private final IntSupplier size;
    private final AtomicInteger readings = new AtomicInteger();

    QueueOfSize(SqsClient service, IntSupplier size) {
      this.service = service;
      this.size = size;
    }

    int readings() {
      return readings.get();
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
      readings.incrementAndGet();
      QueueAttributeName name = QueueAttributeName.MAXIMUM_MESSAGE_SIZE;
      assertThat(request.attributeNames()).containsExactly(name);
      return GetQueueAttributesResponse.builder()
          .attributes(Map.of(name, Integer.toString(size.getAsInt())))
          .build();
    }

    @Override
    public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
      return service.getQueueUrl(request);
    }

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
      return service.sendMessageBatch(request);
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {
      // The client is the test's.
    }
  }
}
