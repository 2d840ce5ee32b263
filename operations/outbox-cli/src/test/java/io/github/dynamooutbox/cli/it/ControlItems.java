package io.github.dynamooutbox.cli.it;

import io.github.dynamooutbox.cli.it.OperatedSystem.Servers;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * The items of one outbox in the control table, as DynamoDB stores them.
 *
 * @param control the control table
 * @param table the outbox's table, whose name their keys begin with
 */
record ControlItems(Servers servers, String control, String table) {
  Set<Map<String, AttributeValue>> all() {
    return servers.dynamoDb.client().scanPaginator(scan -> scan.tableName(control)).items().stream()
        .filter(item -> item.get("PK").s().startsWith(table))
        .collect(Collectors.toSet());
  }

  /** As if another version had written all receipts. */
  void replaceReceipts(byte[] content) {
    all().stream()
        .filter(item -> item.containsKey("data"))
        .forEach(
            item -> {
              Map<String, AttributeValue> changed = new HashMap<>(item);
              changed.put("data", AttributeValue.fromB(SdkBytes.fromByteArray(content)));
              servers.dynamoDb.client().putItem(put -> put.tableName(control).item(changed));
            });
  }

  /** How many of them have this kind. */
  int count(String kind) {
    return servers
        .dynamoDb
        .client()
        .scanPaginator(
            scan ->
                scan.tableName(control)
                    .filterExpression("begins_with(PK, :stream) AND contains(PK, :kind)")
                    .expressionAttributeValues(
                        Map.of(
                            ":stream", AttributeValue.fromS(table + '#'),
                            ":kind", AttributeValue.fromS('#' + kind))))
        .stream()
        .mapToInt(ScanResponse::count)
        .sum();
  }
}
