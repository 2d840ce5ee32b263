package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.internal.targets.SqsConfig.QueueExamination;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Attributes that ElasticMQ does not keep. */
class QueueExaminationTest {
  @Test
  void findsAQueueThatTakesSmallerMessagesThanTheRelaySends() {
    Map<QueueAttributeName, String> small =
        Map.of(QueueAttributeName.MAXIMUM_MESSAGE_SIZE, "262144");
    assertThat(examined(small, 262_144)).extracting(Finding::needsAttention).containsOnly(false);
    assertThat(examined(small, 262_145))
        .filteredOn(Finding::needsAttention)
        .singleElement()
        .extracting(Finding::text)
        .asString()
        .contains("accepts messages up to 262144 bytes, but maxEntryBytes is 262145")
        .contains("raise the queue's MaximumMessageSize");
  }

  @Test
  void namesTheKeyThatTheRelayHasToUse() {
    assertThat(examined(Map.of(QueueAttributeName.KMS_MASTER_KEY_ID, "alias/orders"), 1024))
        .extracting(Finding::text)
        .anyMatch(text -> text.contains("key alias/orders, which needs kms:GenerateDataKey"));
  }

  private static List<Finding> examined(
      Map<QueueAttributeName, String> attributes, int maxEntryBytes) {
    Examination examination = new Examination();
    Sending sending =
        new Sending(true, EnvelopeForm.CLOUDEVENT, new BatchLimits(10, 1 << 20, 1), maxEntryBytes);
    new QueueExamination("work", sending, examination.about("target"))
        .run(new DescribedQueue(attributes));
    return examination.findings();
  }

  private record DescribedQueue(Map<QueueAttributeName, String> attributes) implements SqsClient {
    @Override
    public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
      return GetQueueUrlResponse.builder().queueUrl("http://queue").build();
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
      return GetQueueAttributesResponse.builder().attributes(attributes).build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }
}
