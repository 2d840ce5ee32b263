package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

class SqsQueueDeliveryIT {
  private static QueueMessage message(String body) {
    return new QueueMessage(body, Map.of(), Optional.empty(), Optional.empty());
  }

  /** Queues take no U+FFFF, and ElasticMQ refuses a batch as a whole. */
  @Test
  void aMessageThatAQueueRefusesTakesNoOtherAlong() {
    QueueMessage refused = message("\uffff");
    try (LocalSqs server = LocalSqs.start();
        SqsClient sqs = LocalClients.sqs(server.endpoint())) {
      String url = sqs.createQueue(r -> r.queueName("plain")).queueUrl();

      assertThat(
              SqsQueueDelivery.to(sqs)
                  .deliver(
                      "arn:aws:sqs:us-east-1:000000000000:plain",
                      List.of(message("before"), refused, message("after"))))
          .containsExactly(refused);
      assertThat(
              sqs.receiveMessage(r -> r.queueUrl(url).maxNumberOfMessages(10).waitTimeSeconds(5))
                  .messages())
          .extracting(Message::body)
          .containsExactlyInAnyOrder("before", "after");
    }
  }
}
