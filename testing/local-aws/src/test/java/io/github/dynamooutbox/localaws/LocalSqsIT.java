package io.github.dynamooutbox.localaws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

class LocalSqsIT {
  @Test
  void aFifoQueueGivesMessagesBackInOrderAndWithoutDuplicates() {
    try (LocalSqs server = LocalSqs.start();
        SqsClient sqs = LocalClients.sqs(server.endpoint())) {
      String url =
          sqs.createQueue(
                  r ->
                      r.queueName("orders.fifo")
                          .attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")))
              .queueUrl();
      for (String body : new String[] {"1", "2", "2", "3"}) {
        sqs.sendMessage(
            r ->
                r.queueUrl(url)
                    .messageBody(body)
                    .messageGroupId("g")
                    .messageDeduplicationId("id-" + body));
      }

      assertThat(url).startsWith(server.endpoint().toString());
      assertThat(
              sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10).waitTimeSeconds(5))
                  .messages())
          .extracting(Message::body)
          .containsExactly("1", "2", "3");
    }
  }

  @Test
  void anArnNamesTheLocalRegionAndAccount() {
    try (LocalSqs server = LocalSqs.start();
        SqsClient sqs = LocalClients.sqs(server.endpoint())) {
      String url = sqs.createQueue(r -> r.queueName("plain")).queueUrl();

      assertThat(
              sqs.getQueueAttributes(
                      r -> r.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
                  .attributes())
          .containsValue("arn:aws:sqs:us-east-1:000000000000:plain");
    }
  }
}
