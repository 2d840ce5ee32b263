package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** A client for which a queue has a {@code MaximumMessageSize}, which ElasticMQ does not keep. */
final class QueueOfSize implements SqsClient {
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
