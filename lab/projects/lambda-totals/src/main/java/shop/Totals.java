package shop;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import io.github.dynamooutbox.inbox.router.EventRouter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Adds an order to what its customer has spent, once however often it is delivered. */
public final class Totals implements RequestStreamHandler {
  record OrderPlaced(String customer, int total) {}

  static final EventRouter ROUTER =
      EventRouter.builder()
          .on(
              "OrderPlaced",
              OrderPlaced.class,
              (order, event, tx) ->
                  tx.update(
                      update ->
                          update
                              .key(key(order.customer()))
                              .updateExpression("ADD spent :total")
                              .expressionAttributeValues(
                                  Map.of(":total", AttributeValue.fromN("" + order.total())))))
          .build();

  private final BatchAdapter batch =
      BatchAdapter.of(
              BatchSource.SQS,
              Inbox.builder(DynamoDbClient.create()).table("totals").consumer("totals").build(),
              ROUTER)
          .onFailure(
              failed -> {
                System.err.println(failed);
                return Decision.DELIVER_AGAIN;
              })
          .build();

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    batch.handle(event, answer, context::getRemainingTimeInMillis);
  }

  static Map<String, AttributeValue> key(String customer) {
    return Map.of(
        "PK", AttributeValue.fromS("CUSTOMER#" + customer), "SK", AttributeValue.fromS("TOTAL"));
  }
}
