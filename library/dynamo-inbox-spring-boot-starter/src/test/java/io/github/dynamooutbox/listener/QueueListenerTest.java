package io.github.dynamooutbox.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awspring.cloud.sqs.listener.QueueAttributes;
import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.EventProcessor;
import io.github.dynamooutbox.inbox.lambda.FailedMessage;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import io.github.dynamooutbox.inbox.lambda.FailureKind;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.messaging.support.MessageBuilder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;

class QueueListenerTest {
  private static final String EVENT =
      Envelopes.toCloudEvent(
          ReceivedEvent.of(
              Map.of("id", "e", "source", "/shop", "type", "Placed", "specversion", "1.0"),
              Payload.of("{}")));

  @Test
  void receivesNothingMoreWhenTheProcessMustBeReplaced() throws Exception {
    FakeQueues queues = new FakeQueues("q").with(EVENT);
    CompletableFuture<Thread> handled = new CompletableFuture<>();
    QueueListener listener =
        listener(
            queues,
            (event, left) -> {
              handled.complete(Thread.currentThread());
              throw new OutOfMemoryError("of a test");
            },
            polling -> polling.pollTimeout(Duration.ofSeconds(1)));

    listener.start();

    assertThat(handled.get(60, TimeUnit.SECONDS)).isNotNull();
    Instant bound = Instant.now().plusSeconds(60);
    while (listener.isRunning()) {
      assertThat(Instant.now()).isBefore(bound);
      Thread.sleep(10);
    }
  }

  /** A time of 0, with which a message is visible again at once, leaves a second. */
  @ParameterizedTest
  @CsvSource({"3600,,3600", "3600,10800,10800", "0,,1"})
  void handlesWithinTheVisibilityThatItPollsWithElseTheQueues(
      int ofQueue, Integer ofContainer, int seconds) {
    CompletableFuture<Duration> left = new CompletableFuture<>();
    Instant received = Instant.now().plus(Duration.ofHours(1));
    QueueListener listener =
        listener(
            new FakeQueues("q"),
            (event, time) -> {
              left.complete(time);
              throw new IllegalStateException("fails");
            },
            polling -> {
              if (ofContainer != null) {
                polling.messageVisibility(Duration.ofSeconds(ofContainer));
              }
            });

    listener.onMessage(
        MessageBuilder.withPayload(Message.builder().messageId("m").body(EVENT).build())
            .setHeader(SqsHeaders.SQS_RECEIVED_AT_HEADER, received)
            .setHeader(
                SqsHeaders.SQS_QUEUE_ATTRIBUTES_HEADER,
                new QueueAttributes(
                    "q",
                    "http://q/q",
                    Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, String.valueOf(ofQueue))))
            .build());

    Duration most = Duration.between(Instant.now(), received.plusSeconds(seconds));
    // By then, the test may have taken minutes, so the values are further apart.
    assertThat(left.join()).isBetween(most.minusSeconds(1), most.plusSeconds(600));
  }

  @Test
  void stopsThoseThatHaveStartedIfOneCannot() {
    FakeQueues queues = new FakeQueues("there");
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(InboxAutoConfiguration.class))
        .withPropertyValues("dynamo-inbox.table=totals", "dynamo-inbox.start-listeners=false")
        .withBean(DynamoDbClient.class, NoDynamoDb::new)
        .withBean(SqsAsyncClient.class, () -> queues)
        .withBean(OfQueueThatIsThere.class)
        .withBean(OfQueueThatIsMissing.class)
        .run(
            context -> {
              Listeners listeners = context.getBean(Listeners.class);

              assertThatThrownBy(listeners::start).hasMessageContaining("missing");

              assertThat(listeners.isRunning()).isFalse();
              // A request may be on its way; one that polls on never stops counting.
              Instant bound = Instant.now().plusSeconds(60);
              int polls;
              do {
                assertThat(Instant.now()).isBefore(bound);
                polls = queues.polls.get();
                Thread.sleep(200);
              } while (queues.polls.get() != polls);
            });
  }

  /** With an outbox, its own meters count the same transactions. */
  @Test
  void metersTheTransactionsOfHandlersWithoutAnOutbox() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(InboxAutoConfiguration.class))
        .withPropertyValues("dynamo-inbox.table=totals")
        .withBean(DynamoDbClient.class, AcceptingTable::new)
        .withBean(SqsAsyncClient.class, () -> new FakeQueues("there").with(EVENT))
        .withBean(MeterRegistry.class, () -> meters)
        .withBean(OfQueueThatIsThere.class)
        .run(
            context -> {
              Instant bound = Instant.now().plusSeconds(60);
              while (meters.find("outbox.commit").timer() == null) {
                assertThat(Instant.now()).isBefore(bound);
                Thread.sleep(10);
              }
            });

    assertThat(meters.get("outbox.commit").tags("table", "totals", "source", "inbox/c").timer())
        .isNotNull();
  }

  private static final class AcceptingTable extends NoDynamoDb {
    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      return TransactWriteItemsResponse.builder().build();
    }
  }

  static final class OfQueueThatIsThere {
    @OutboxListener(queue = "there", consumer = "c", type = "*")
    void handle(ReceivedEvent event) {}
  }

  static final class OfQueueThatIsMissing {
    @OutboxListener(queue = "missing", consumer = "d", type = "*")
    void handle(ReceivedEvent event) {}
  }

  private static class NoDynamoDb implements DynamoDbClient {
    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  /** A name may begin as a URL does. */
  @ParameterizedTest
  @CsvSource({
    "dead, http://q/dead",
    "https-dead, http://q/https-dead",
    "https://sqs.eu-central-1.amazonaws.com/1/dead, https://sqs.eu-central-1.amazonaws.com/1/dead"
  })
  void storesDeadLettersInTheQueueOfANameOrUrl(String queue, String url) {
    FakeQueues queues = new FakeQueues("dead", "https-dead");

    Decision decision =
        new DeadLetters(queue, queues, Set.of(FailureKind.UNUSABLE))
            .decide(
                new FailedMessage(
                    FailureKind.UNUSABLE,
                    "no event",
                    "m",
                    "",
                    Payload.of("body"),
                    Map.of(),
                    Optional.empty(),
                    Optional.empty()));

    assertThat(decision).isEqualTo(Decision.ACKNOWLEDGE);
    assertThat(queues.sent).extracting(SendMessageRequest::queueUrl).isEqualTo(List.of(url));
  }

  private static QueueListener listener(
      FakeQueues queues, EventProcessor processor, Consumer<SqsContainerOptionsBuilder> polling) {
    return new QueueListener(
        queues, "q", BatchAdapter.of(BatchSource.SQS, processor).build(), 2, polling);
  }

  /** Queues that deliver each message once and are empty then. Thread-safe. */
  private static final class FakeQueues implements SqsAsyncClient {
    private final Set<String> names;
    private final Queue<Message> messages = new ArrayDeque<>();
    final AtomicInteger polls = new AtomicInteger();
    final List<SendMessageRequest> sent = Collections.synchronizedList(new ArrayList<>());

    FakeQueues(String... names) {
      this.names = Set.of(names);
    }

    synchronized FakeQueues with(String body) {
      String id = UUID.randomUUID().toString();
      messages.add(Message.builder().messageId(id).receiptHandle(id).body(body).build());
      return this;
    }

    @Override
    public CompletableFuture<GetQueueUrlResponse> getQueueUrl(GetQueueUrlRequest request) {
      return names.contains(request.queueName())
          ? CompletableFuture.completedFuture(
              GetQueueUrlResponse.builder().queueUrl("http://q/" + request.queueName()).build())
          : CompletableFuture.failedFuture(QueueDoesNotExistException.builder().build());
    }

    @Override
    public CompletableFuture<GetQueueAttributesResponse> getQueueAttributes(
        GetQueueAttributesRequest request) {
      return CompletableFuture.completedFuture(
          GetQueueAttributesResponse.builder()
              .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "30"))
              .build());
    }

    @Override
    public synchronized CompletableFuture<ReceiveMessageResponse> receiveMessage(
        ReceiveMessageRequest request) {
      polls.incrementAndGet();
      Message next = messages.poll();
      ReceiveMessageResponse.Builder received = ReceiveMessageResponse.builder();
      return next == null
          ? new CompletableFuture<ReceiveMessageResponse>()
              .completeOnTimeout(received.build(), 20, TimeUnit.MILLISECONDS)
          : CompletableFuture.completedFuture(received.messages(next).build());
    }

    @Override
    public CompletableFuture<SendMessageResponse> sendMessage(SendMessageRequest request) {
      sent.add(request);
      return CompletableFuture.completedFuture(SendMessageResponse.builder().build());
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}
