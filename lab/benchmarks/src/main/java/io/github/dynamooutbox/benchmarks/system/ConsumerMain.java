package io.github.dynamooutbox.benchmarks.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.localaws.LocalClients;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;

/**
 * A consumer that counts the changes of each order, through an inbox, until it is killed.
 * Arguments: endpoints of DynamoDB and SQS, table, URL of the queue.
 */
public final class ConsumerMain {
  static final String CHANGES = "changes";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int TIMEOUT_MILLIS = 30_000;
  private static final long PAUSE_MILLIS = 20;

  private ConsumerMain() {}

  /** Runs until the process is killed. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    DynamoDbClient dynamoDb = LocalClients.dynamoDb(URI.create(arguments[0]));
    SqsClient sqs = LocalClients.sqs(URI.create(arguments[1]));
    Inbox inbox =
        Inbox.builder(dynamoDb)
            .table(arguments[2])
            .consumer("totals")
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT))
            .build();
    BatchAdapter function =
        BatchAdapter.of(BatchSource.SQS, inbox, ConsumerMain::count).parallel(4).build();
    while (!Thread.currentThread().isInterrupted()) {
      if (!poll(sqs, arguments[3], function)) {
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  /** The key of the item that counts an order's changes. */
  static Map<String, AttributeValue> key(String order) {
    return Map.of("PK", AttributeValue.fromS("TOTAL#" + order), "SK", AttributeValue.fromS("-"));
  }

  private static void count(ReceivedEvent event, InboxTransaction transaction) {
    transaction.update(
        update ->
            update
                .key(key(event.aggregate().orElseThrow().id()))
                .updateExpression("ADD " + CHANGES + " :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  private static boolean poll(SqsClient sqs, String queue, BatchAdapter function)
      throws IOException {
    List<Message> messages =
        sqs.receiveMessage(receive -> receive.queueUrl(queue).maxNumberOfMessages(10)).messages();
    if (messages.isEmpty()) {
      return false;
    }
    Set<String> failed = handle(function, messages);
    for (Message message : messages) {
      if (failed.contains(message.messageId())) {
        sqs.changeMessageVisibility(
            change ->
                change.queueUrl(queue).receiptHandle(message.receiptHandle()).visibilityTimeout(0));
      } else {
        sqs.deleteMessage(delete -> delete.queueUrl(queue).receiptHandle(message.receiptHandle()));
      }
    }
    return true;
  }

  private static Set<String> handle(BatchAdapter function, List<Message> messages)
      throws IOException {
    ObjectNode batch = JSON.createObjectNode();
    ArrayNode records = batch.putArray("Records");
    for (Message message : messages) {
      records
          .addObject()
          .put("messageId", message.messageId())
          .put("body", message.body())
          .put("eventSource", "aws:sqs")
          .put("eventSourceARN", "arn:aws:sqs:eu-central-1:123456789012:totals");
    }
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    function.handle(
        new ByteArrayInputStream(batch.toString().getBytes(StandardCharsets.UTF_8)),
        answer,
        () -> TIMEOUT_MILLIS);
    Set<String> failed = new HashSet<>();
    for (JsonNode failure : JSON.readTree(answer.toByteArray()).path("batchItemFailures")) {
      failed.add(failure.path("itemIdentifier").textValue());
    }
    return failed;
  }
}
