package io.github.dynamooutbox.inbox;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A projection that shows every effect: for each event how often it was applied, and at which place
 * among those of its aggregate.
 */
final class Effects implements EventHandler {
  private final DynamoDbClient client;
  private final String table;
  private final String consumer;

  Effects(DynamoDbClient client, String table, String consumer) {
    this.client = client;
    this.table = table;
    this.consumer = consumer;
  }

  @Override
  public void handle(ReceivedEvent event, InboxTransaction transaction) {
    String aggregate = event.aggregate().orElseThrow().toString();
    transaction
        .update(
            update ->
                update
                    .key(key("EFFECT#" + event.id()))
                    .updateExpression("ADD times :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
        .update(
            update ->
                update
                    .key(key("ORDER#" + aggregate))
                    .updateExpression(
                        "SET history = list_append(if_not_exists(history, :none), :this)")
                    .expressionAttributeValues(Map.of(":none", list(), ":this", list(event.id()))));
  }

  private static AttributeValue list(String... texts) {
    return AttributeValue.fromL(Arrays.stream(texts).map(AttributeValue::fromS).toList());
  }

  private Map<String, AttributeValue> key(String partition) {
    return Map.of(
        "PK", AttributeValue.fromS(consumer + '#' + partition), "SK", AttributeValue.fromS("-"));
  }

  int times(ReceivedEvent event) {
    AttributeValue times = read("EFFECT#" + event.id()).get("times");
    return times == null ? 0 : Integer.parseInt(times.n());
  }

  /** The ids of the events that were applied to an aggregate, in that order. */
  List<String> history(String aggregate) {
    AttributeValue history = read("ORDER#" + aggregate).get("history");
    return history == null ? List.of() : history.l().stream().map(AttributeValue::s).toList();
  }

  private Map<String, AttributeValue> read(String partition) {
    return client
        .getItem(get -> get.tableName(table).key(key(partition)).consistentRead(true))
        .item();
  }
}
