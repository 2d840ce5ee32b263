package io.github.dynamooutbox.listener;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
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

/** Queues that deliver each message once and are empty then. Thread-safe. */
final class FakeQueues implements SqsAsyncClient {
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
