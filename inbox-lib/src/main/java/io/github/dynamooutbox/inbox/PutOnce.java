package io.github.dynamooutbox.inbox;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** Puts an item only if there is none with its key. */
final class PutOnce {
  private final String table;
  private final Map<String, String> names;

  PutOnce(InboxSettings settings, InboxKeys keys) {
    this.table = settings.table();
    this.names = Map.of("#key", keys.partitionKey());
  }

  Put of(Map<String, AttributeValue> item) {
    return Put.builder()
        .tableName(table)
        .item(item)
        .conditionExpression("attribute_not_exists(#key)")
        .expressionAttributeNames(names)
        .build();
  }
}
