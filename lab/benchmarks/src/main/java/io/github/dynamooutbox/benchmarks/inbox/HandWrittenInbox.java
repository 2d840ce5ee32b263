package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * The same conditional transaction as the inbox's, with the same items, in minimal hand-written
 * code: no checks, no typed results, no retries. A repeat is an exception.
 */
final class HandWrittenInbox {
  static final String CONSUMER = "order-totals";

  private static final long TWO_WEEKS_SECONDS = 14 * 24 * 3600L;
  private static final String FIRST = "0000000000000000001.000000";

  private final DynamoDbClient client;
  private final Recognition recognition;

  HandWrittenInbox(DynamoDbClient client, Recognition recognition) {
    this.client = client;
    this.recognition = recognition;
  }

  void handle(ReceivedEvent event, int lines) {
    List<TransactWriteItem> actions = new ArrayList<>();
    if (recognition.hasEntries()) {
      actions.add(entry(event.id(), event.source()));
    }
    if (recognition.hasCursor()) {
      actions.add(
          cursor(
              event.attribute("partitionkey").orElseThrow(),
              event.source(),
              event.attribute("sequence").orElseThrow()));
    }
    actions.add(
        TransactWriteItem.builder()
            .update(
                update -> {
                  update.tableName(Orders.TABLE);
                  Orders.addToTotal(update);
                })
            .build());
    for (int i = 0; i < lines; i++) {
      int line = i;
      actions.add(
          TransactWriteItem.builder()
              .put(
                  put -> {
                    put.tableName(Orders.TABLE);
                    Orders.putLine(put, line);
                  })
              .build());
    }
    client.transactWriteItems(
        TransactWriteItemsRequest.builder()
            .transactItems(actions)
            .clientRequestToken(UUID.randomUUID().toString())
            .build());
  }

  private static TransactWriteItem entry(String id, String source) {
    long now = System.currentTimeMillis();
    Map<String, AttributeValue> entry = new LinkedHashMap<>();
    entry.put("PK", AttributeValue.fromS("INBOX#" + CONSUMER + "#EVENT#" + id));
    entry.put("SK", AttributeValue.fromS("#" + source));
    entry.put("handledAt", AttributeValue.fromN(Long.toString(now)));
    entry.put("ttl", AttributeValue.fromN(Long.toString(now / 1000 + TWO_WEEKS_SECONDS)));
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(Orders.TABLE)
                    .item(entry)
                    .conditionExpression("attribute_not_exists(#key)")
                    .expressionAttributeNames(Map.of("#key", "PK")))
        .build();
  }

  private static TransactWriteItem cursor(String aggregate, String source, String sequence) {
    long next = Long.parseLong(sequence.substring(0, 19)) + 1;
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    values.put(":this", AttributeValue.fromS(sequence));
    values.put(":after", AttributeValue.fromS("%019d.000000".formatted(next)));
    values.put(":none", AttributeValue.fromN("0"));
    return TransactWriteItem.builder()
        .update(
            update ->
                update
                    .tableName(Orders.TABLE)
                    .key(
                        Map.of(
                            "PK",
                            AttributeValue.fromS("INBOX#" + CONSUMER + "#CURSOR#" + aggregate),
                            "SK",
                            AttributeValue.fromS("#" + source)))
                    .conditionExpression(
                        (sequence.compareTo(FIRST) <= 0
                                ? "(#n = :this OR attribute_not_exists(#n))"
                                : "#n = :this")
                            + " AND (attribute_not_exists(#p) OR #p = :none)")
                    .updateExpression("SET #n = :after, #f = if_not_exists(#f, :this)")
                    .expressionAttributeNames(Map.of("#n", "next", "#f", "from", "#p", "parked"))
                    .expressionAttributeValues(values)
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }
}
