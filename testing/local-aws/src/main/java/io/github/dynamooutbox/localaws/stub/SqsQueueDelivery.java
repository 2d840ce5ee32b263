package io.github.dynamooutbox.localaws.stub;

import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * Delivers to the queues of an SQS endpoint. It uses only the name in a queue's ARN, so it works
 * with endpoints of another region or account. The client stays the caller's to close. Thread-safe.
 */
public final class SqsQueueDelivery implements QueueDelivery {
  /** At most 240,000 bytes in UTF-8, less than the 256 KiB that a batch may have. */
  private static final int BATCH_CHARS = 80_000;

  private static final int SERVER_ERROR = 500;

  private final SqsClient sqs;
  private final Map<String, String> urls = new ConcurrentHashMap<>();

  private SqsQueueDelivery(SqsClient sqs) {
    this.sqs = sqs;
  }

  public static SqsQueueDelivery to(SqsClient sqs) {
    return new SqsQueueDelivery(sqs);
  }

  @Override
  public List<QueueMessage> deliver(String queueArn, List<QueueMessage> messages) {
    String url = urls.computeIfAbsent(queueArn, this::urlOf);
    if (messages.stream().mapToLong(message -> message.body().length()).sum() > BATCH_CHARS) {
      return sendOneByOne(url, messages);
    }
    try {
      return send(url, messages);
    } catch (SqsException e) {
      if (messages.size() == 1 || e.statusCode() >= SERVER_ERROR) {
        throw e;
      }
      // One refused message fails its whole batch.
      return sendOneByOne(url, messages);
    }
  }

  private List<QueueMessage> sendOneByOne(String url, List<QueueMessage> messages) {
    List<QueueMessage> undelivered = new ArrayList<>();
    for (QueueMessage message : messages) {
      try {
        undelivered.addAll(send(url, List.of(message)));
      } catch (SqsException refused) {
        undelivered.add(message);
      }
    }
    return undelivered;
  }

  private List<QueueMessage> send(String url, List<QueueMessage> messages) {
    List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      entries.add(entry(i, messages.get(i)));
    }
    SendMessageBatchResponse response =
        sqs.sendMessageBatch(request -> request.queueUrl(url).entries(entries));
    Set<String> failed =
        response.failed().stream()
            .map(BatchResultErrorEntry::id)
            .collect(Collectors.toCollection(HashSet::new));
    List<QueueMessage> undelivered = new ArrayList<>();
    for (int i = 0; i < messages.size(); i++) {
      if (failed.contains(String.valueOf(i))) {
        undelivered.add(messages.get(i));
      }
    }
    return undelivered;
  }

  private String urlOf(String queueArn) {
    String name = queueArn.substring(queueArn.lastIndexOf(':') + 1);
    return sqs.getQueueUrl(request -> request.queueName(name)).queueUrl();
  }

  private static SendMessageBatchRequestEntry entry(int index, QueueMessage message) {
    SendMessageBatchRequestEntry.Builder entry =
        SendMessageBatchRequestEntry.builder()
            .id(String.valueOf(index))
            .messageBody(message.body())
            .messageAttributes(
                message.attributes().entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, e -> value(e.getValue()))));
    message.groupId().ifPresent(entry::messageGroupId);
    message.deduplicationId().ifPresent(entry::messageDeduplicationId);
    return entry.build();
  }

  private static MessageAttributeValue value(MessageAttribute attribute) {
    MessageAttributeValue.Builder value =
        MessageAttributeValue.builder().dataType(attribute.dataType());
    if (attribute.binary()) {
      value.binaryValue(SdkBytes.fromByteArray(Base64.getDecoder().decode(attribute.value())));
    } else {
      value.stringValue(attribute.value());
    }
    return value.build();
  }
}
