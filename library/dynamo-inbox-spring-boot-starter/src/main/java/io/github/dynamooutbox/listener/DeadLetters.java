package io.github.dynamooutbox.listener;

import static java.lang.System.Logger.Level.WARNING;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.FailedMessage;
import io.github.dynamooutbox.inbox.lambda.FailureDecision;
import io.github.dynamooutbox.inbox.lambda.FailureKind;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * Logs a failed message, and stores it in the queue for dead letters if another delivery would not
 * help. Only what is stored there is acknowledged.
 */
final class DeadLetters implements FailureDecision {
  private static final System.Logger LOG = System.getLogger(OutboxListener.class.getName());

  /** The message attribute with the kind of failure. */
  private static final String KIND = "outboxfailure";

  /** SQS's limit. */
  private static final int MAX_ATTRIBUTES = 10;

  private static final long LIMIT_SECONDS = 10;

  private final String queue;
  private final SqsAsyncClient client;
  private final Set<FailureKind> kinds;

  /** Creates a decision; without a queue, everything is delivered again. */
  DeadLetters(String queue, SqsAsyncClient client, Set<FailureKind> kinds) {
    this.queue = queue;
    this.client = client;
    this.kinds = Set.copyOf(kinds);
  }

  @Override
  public Decision decide(FailedMessage failed) {
    LOG.log(WARNING, "{0}", failed);
    if (queue.isEmpty() || !kinds.contains(failed.kind()) || text(failed.body()).isEmpty()) {
      return Decision.DELIVER_AGAIN;
    }
    try {
      url()
          .thenCompose(url -> client.sendMessage(message(failed, url)))
          .get(LIMIT_SECONDS, TimeUnit.SECONDS);
      return Decision.ACKNOWLEDGE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Decision.DELIVER_AGAIN;
    } catch (Exception e) {
      LOG.log(WARNING, "message {0} could not be stored in {1}: {2}", failed.id(), queue, e);
      return Decision.DELIVER_AGAIN;
    }
  }

  private CompletableFuture<String> url() {
    return queue.contains("://")
        ? CompletableFuture.completedFuture(queue)
        : client.getQueueUrl(get -> get.queueName(queue)).thenApply(GetQueueUrlResponse::queueUrl);
  }

  private SendMessageRequest message(FailedMessage failed, String url) {
    Map<String, MessageAttributeValue> attributes = new HashMap<>();
    failed.attributes().forEach((name, value) -> attributes.put(name, attribute(value)));
    if (attributes.size() < MAX_ATTRIBUTES) {
      attributes.put(KIND, attribute(failed.kind().name()));
    }
    SendMessageRequest.Builder message =
        SendMessageRequest.builder()
            .queueUrl(url)
            .messageBody(text(failed.body()))
            .messageAttributes(attributes);
    if (queue.endsWith(".fifo")) {
      message
          .messageGroupId(failed.group().isEmpty() ? failed.id() : failed.group())
          .messageDeduplicationId(identity(failed).toString());
    }
    return message.build();
  }

  /** Several parked events can fail with one message. */
  private static UUID identity(FailedMessage failed) {
    String parked = failed.parked() ? failed.event().map(ReceivedEvent::toString).orElse("") : "";
    return UUID.nameUUIDFromBytes((failed.id() + parked).getBytes(StandardCharsets.UTF_8));
  }

  private static MessageAttributeValue attribute(String value) {
    return MessageAttributeValue.builder().dataType("String").stringValue(value).build();
  }

  private static String text(Payload body) {
    return body.fold(text -> text.text(), binary -> "", reference -> "");
  }
}
