package io.github.dynamooutbox.springtotals;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.testrelay.TestEvents;
import io.github.dynamooutbox.testrelay.TestMessage;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import software.amazon.awssdk.services.sqs.SqsClient;

@Tag("full")
@SpringBootTest(
    webEnvironment = WebEnvironment.NONE,
    properties = {
      "spring.cloud.aws.region.static=us-east-1",
      "spring.cloud.aws.credentials.access-key=local",
      "spring.cloud.aws.credentials.secret-key=local"
    })
class TotalsServiceIT {
  private static final LocalSqs QUEUES = LocalSqs.start();
  private static final SqsClient SQS = LocalClients.sqs(QUEUES.endpoint());

  @Autowired private TotalsController totals;

  @DynamicPropertySource
  static void start(DynamicPropertyRegistry properties) {
    SQS.createQueue(queue -> queue.queueName("totals"));
    DynamoDbLocal server = DynamoDbLocal.shared();
    TestTable.named("totals").create(LocalClients.dynamoDb(server.endpoint()));
    properties.add("spring.cloud.aws.dynamodb.endpoint", server::endpoint);
    properties.add("spring.cloud.aws.sqs.endpoint", QUEUES::endpoint);
  }

  @Test
  void addsUpEachOrderOnceHoweverOftenItIsDelivered() throws Exception {
    TestMessage first = placed("1", 7);
    String url = SQS.getQueueUrl(queue -> queue.queueName("totals")).queueUrl();
    for (TestMessage each : List.of(first, first, placed("2", 5))) {
      SQS.sendMessage(message -> message.queueUrl(url).messageBody(each.body()));
    }
    Instant bound = Instant.now().plusSeconds(60);
    while (!totals.spent("c1").equals("12") && Instant.now().isBefore(bound)) {
      Thread.sleep(50);
    }
    assertThat(totals.spent("c1")).isEqualTo("12");
  }

  private static TestMessage placed(String order, int total) {
    return TestEvents.of("OrderPlaced", new TotalsListener.OrderPlaced("c1", total))
        .aggregate("Order", order)
        .sequence(1)
        .sqs();
  }
}
