package io.github.dynamooutbox.springorders.embedded;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.testrelay.TestRelay;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/** DynamoDB Local with a table, the relay, which reads its stream, and a queue as its target. */
final class EmbeddedShop implements AutoCloseable {
  private static final String QUEUE = "totals";

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final LocalSqs queues = LocalSqs.start();
  private final DynamoDbClient dynamoDb = LocalClients.dynamoDb(server.endpoint());
  private final SqsClient sqs = LocalClients.sqs(queues.endpoint());
  private final String url = sqs.createQueue(queue -> queue.queueName(QUEUE)).queueUrl();
  private final TestRelay relay;

  EmbeddedShop() {
    String unused = TestTable.named("orders").create(dynamoDb);
    relay = TestRelay.of(dynamoDb, "orders").toQueue(sqs, QUEUE).start();
  }

  /** Where the service finds DynamoDB. */
  Map<String, Object> properties() {
    return Map.of(
        "spring.cloud.aws.dynamodb.endpoint",
        server.endpoint().toString(),
        "spring.cloud.aws.region.static",
        LocalClients.REGION.id(),
        "spring.cloud.aws.credentials.access-key",
        "local",
        "spring.cloud.aws.credentials.secret-key",
        "local");
  }

  /** Takes what has arrived in the queue; waits a second if there is nothing. */
  List<String> received() {
    List<Message> messages =
        sqs.receiveMessage(receive -> receive.queueUrl(url).waitTimeSeconds(1)).messages();
    messages.forEach(
        each ->
            sqs.deleteMessage(delete -> delete.queueUrl(url).receiptHandle(each.receiptHandle())));
    return messages.stream().map(Message::body).toList();
  }

  @Override
  public void close() {
    relay.close();
    dynamoDb.close();
    sqs.close();
    queues.close();
    server.close();
  }
}
