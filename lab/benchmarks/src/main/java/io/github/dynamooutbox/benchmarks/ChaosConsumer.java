package io.github.dynamooutbox.benchmarks;

import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A function that counts the changes of each order in messages of a queue, through an inbox. */
public final class ChaosConsumer implements RequestStreamHandler {
  static final String TABLE = "totals";
  static final String CHANGES = "changes";

  private final BatchAdapter adapter =
      BatchAdapter.of(
              BatchSource.SQS,
              Inbox.builder(DynamoDbClient.create())
                  .table(TABLE)
                  .consumer("totals")
                  .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT))
                  .build(),
              ChaosConsumer::count)
          .parallel(4)
          .build();

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    adapter.handle(input, output, context::getRemainingTimeInMillis);
  }

  /** The key of the item that counts an order's changes. */
  static Map<String, AttributeValue> key(String order) {
    return Map.of("PK", fromS("TOTAL#" + order), "SK", fromS("-"));
  }

  private static void count(ReceivedEvent event, InboxTransaction transaction) {
    transaction.update(
        update ->
            update
                .key(key(event.aggregate().orElseThrow().id()))
                .updateExpression("ADD " + CHANGES + " :one")
                .expressionAttributeValues(Map.of(":one", fromN("1"))));
  }
}
