package io.github.dynamooutbox.writer.internal.plan;

import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkAttributes;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** The marker to be committed with a command. Also reads that of the first commit. */
public record PlannedMarker(
    String table,
    OutboxSchema schema,
    CommandMarkers markers,
    RecordKey key,
    CommandMarker marker) {

  private static final SdkAttributes VALUES = new SdkAttributes();

  public Map<String, AttributeValue> item() {
    return markers.encode(key, marker, VALUES);
  }

  public GetItemRequest read() {
    return GetItemRequest.builder()
        .tableName(table)
        .key(
            Map.of(
                schema.partitionKey(), AttributeValue.fromS(key.partition()),
                schema.sortKey(), AttributeValue.fromS(key.sort())))
        .consistentRead(true)
        .build();
  }

  /**
   * Reads a marker from the table.
   *
   * @throws IllegalArgumentException if this version does not understand it
   */
  public CommandMarker decoded(Map<String, AttributeValue> item) {
    return markers.decode(new SdkItem(item));
  }

  @Override
  public String toString() {
    return "marker of the idempotency key";
  }
}
