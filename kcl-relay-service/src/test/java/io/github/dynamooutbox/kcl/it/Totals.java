package io.github.dynamooutbox.kcl.it;

import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A consumer that counts the changes of each order, through an inbox. */
final class Totals {
  private static final String CHANGES = "changes";
  private static final int ATTEMPTS = 10;

  private final DynamoDbClient dynamoDb;
  private final String table = AwsUnderTest.unique("totals");
  private final Inbox inbox;

  Totals(KclSystem system) {
    dynamoDb = system.dynamoDb;
    system.createTable(table);
    inbox =
        Inbox.builder(dynamoDb)
            .table(table)
            .consumer("totals")
            .order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT))
            .build();
  }

  /** Handles events in the order of arrival, including repeats. */
  void handle(List<String> cloudEvents) {
    for (String each : cloudEvents) {
      ReceivedEvent event = Envelopes.cloudEvent(each);
      for (int attempt = 1; !isHandled(event, attempt); attempt++) {}
    }
  }

  /** An event whose handling had no answer in time is received again, as from a queue. */
  private boolean isHandled(ReceivedEvent event, int attempt) {
    try {
      inbox.handle(
          event,
          transaction ->
              transaction.update(
                  update ->
                      update
                          .key(key(event.aggregate().orElseThrow().id()))
                          .updateExpression("ADD " + CHANGES + " :one")
                          .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))));
      return true;
    } catch (CommitOutcomeUnknownException e) {
      if (attempt == ATTEMPTS) {
        throw e;
      }
      return false;
    }
  }

  /** How many of these orders were not changed exactly once by each version. */
  int wrong(String prefix, int orders, int lastVersion) {
    return (int)
        IntStream.range(0, orders).filter(order -> changes(prefix + order) != lastVersion).count();
  }

  private int changes(String order) {
    AttributeValue changes =
        dynamoDb
            .getItem(get -> get.tableName(table).key(key(order)).consistentRead(true))
            .item()
            .get(CHANGES);
    return changes == null ? 0 : Integer.parseInt(changes.n());
  }

  private static Map<String, AttributeValue> key(String order) {
    return Map.of("PK", AttributeValue.fromS("TOTAL#" + order), "SK", AttributeValue.fromS("-"));
  }
}
