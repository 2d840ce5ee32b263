package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** All that a command can change: both tables as DynamoDB stores them, and what is published. */
record Effects(
    Set<Map<String, AttributeValue>> items,
    Set<Map<String, AttributeValue>> control,
    List<JsonNode> bus,
    List<JsonNode> audit) {
  static Effects of(TestOutbox outbox) {
    return new Effects(
        outbox
            .servers()
            .dynamoDb
            .client()
            .scanPaginator(scan -> scan.tableName(outbox.table()))
            .items()
            .stream()
            .collect(Collectors.toSet()),
        outbox.controlItems().all(),
        outbox.published("bus"),
        outbox.published("audit"));
  }
}
