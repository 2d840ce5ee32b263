package io.github.dynamooutbox.listener;

import static java.lang.System.Logger.Level.ERROR;

import io.awspring.cloud.sqs.listener.ListenerMode;
import io.awspring.cloud.sqs.listener.MessageListener;
import io.awspring.cloud.sqs.listener.QueueAttributes;
import io.awspring.cloud.sqs.listener.QueueNotFoundStrategy;
import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.awspring.cloud.sqs.listener.acknowledgement.Acknowledgement;
import io.awspring.cloud.sqs.listener.acknowledgement.handler.AcknowledgementMode;
import io.awspring.cloud.sqs.support.converter.SqsHeaderMapper;
import io.awspring.cloud.sqs.support.converter.SqsMessagingMessageConverter;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.QueuedMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Passes what Spring Cloud AWS receives from a queue to an adapter, which decides message by
 * message what is acknowledged. The rest becomes visible again with the visibility timeout of the
 * container, else of the queue, which is also the time in which a batch has to be handled.
 */
final class QueueListener
    implements MessageListener<software.amazon.awssdk.services.sqs.model.Message> {
  private static final System.Logger LOG = System.getLogger(OutboxListener.class.getName());
  private static final int LARGEST_BATCH = 10;
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final BatchAdapter adapter;
  private final SqsMessageListenerContainer<software.amazon.awssdk.services.sqs.model.Message>
      container;

  QueueListener(
      SqsAsyncClient client,
      String queue,
      BatchAdapter adapter,
      int parallel,
      Consumer<SqsContainerOptionsBuilder> polling) {
    this.adapter = adapter;
    this.container =
        SqsMessageListenerContainer.<software.amazon.awssdk.services.sqs.model.Message>builder()
            .sqsAsyncClient(client)
            .queueNames(queue)
            .messageListener(this)
            .configure(
                options -> {
                  options
                      .maxConcurrentMessages(parallel)
                      .maxMessagesPerPoll(Math.min(LARGEST_BATCH, parallel));
                  polling.accept(options);
                  options
                      .listenerMode(ListenerMode.BATCH)
                      .acknowledgementMode(AcknowledgementMode.MANUAL)
                      .queueNotFoundStrategy(QueueNotFoundStrategy.FAIL)
                      .queueAttributeNames(List.of(QueueAttributeName.VISIBILITY_TIMEOUT))
                      .messageConverter(new AsReceived());
                })
            .build();
  }

  void start() {
    container.start();
  }

  void stop() {
    container.stop();
  }

  boolean isRunning() {
    return container.isRunning();
  }

  @Override
  public void onMessage(Message<software.amazon.awssdk.services.sqs.model.Message> message) {
    onMessage(List.of(message));
  }

  @Override
  public void onMessage(
      Collection<Message<software.amazon.awssdk.services.sqs.model.Message>> messages) {
    Instant until = visibleAgain(messages.iterator().next().getHeaders());
    Set<String> failed;
    try {
      failed =
          adapter.handle(
              messages.stream().map(each -> queued(each.getPayload())).toList(),
              () -> Math.toIntExact(Duration.between(Instant.now(), until).toMillis()));
    } catch (InternalError e) {
      stopReceiving(e);
      throw e;
    }
    Acknowledgement.acknowledge(
        messages.stream().filter(each -> !failed.contains(each.getPayload().messageId())).toList());
  }

  /**
   * A process that must be replaced would receive messages until their redrive policy takes them
   * away. In another thread, since stopping waits for this one.
   */
  private void stopReceiving(InternalError why) {
    LOG.log(
        ERROR,
        "nothing more is received from {0}, restart this service: {1}",
        container.getQueueNames(),
        why.getMessage());
    new Thread(this::stop, "outbox-listener-stop").start();
  }

  private Instant visibleAgain(MessageHeaders headers) {
    Instant received =
        Objects.requireNonNull(headers.get(SqsHeaders.SQS_RECEIVED_AT_HEADER, Instant.class));
    Duration set = container.getContainerOptions().getMessageVisibility();
    Duration visibility = set != null ? set : ofQueue(headers);
    return received.plus(visibility.compareTo(SHORTEST) < 0 ? SHORTEST : visibility);
  }

  private static Duration ofQueue(MessageHeaders headers) {
    QueueAttributes queue =
        Objects.requireNonNull(
            headers.get(SqsHeaders.SQS_QUEUE_ATTRIBUTES_HEADER, QueueAttributes.class));
    String seconds =
        Objects.requireNonNull(queue.getQueueAttribute(QueueAttributeName.VISIBILITY_TIMEOUT));
    return Duration.ofSeconds(Long.parseLong(seconds));
  }

  private static QueuedMessage queued(software.amazon.awssdk.services.sqs.model.Message message) {
    Map<String, String> attributes = new HashMap<>();
    message
        .messageAttributes()
        .forEach(
            (name, value) -> {
              if (value.stringValue() != null) {
                attributes.put(name, value.stringValue());
              }
            });
    return new QueuedMessage(
        message.messageId(),
        message.attributes().getOrDefault(MessageSystemAttributeName.MESSAGE_GROUP_ID, ""),
        message.body(),
        attributes);
  }

  /**
   * Leaves a message as SQS delivered it. The converters of Spring Cloud AWS would let its
   * attributes choose a class, and drop a message, with its body in the log, that they cannot
   * convert.
   */
  private static final class AsReceived extends SqsMessagingMessageConverter {
    AsReceived() {
      setPayloadTypeMapper(message -> null);
      setHeaderMapper(
          new SqsHeaderMapper() {
            @Override
            public MessageHeaders toHeaders(software.amazon.awssdk.services.sqs.model.Message sqs) {
              return super.toHeaders(sqs.toBuilder().messageAttributes(Map.of()).build());
            }
          });
    }

    @Override
    protected Object getPayloadToDeserialize(
        software.amazon.awssdk.services.sqs.model.Message message) {
      return message;
    }
  }
}
