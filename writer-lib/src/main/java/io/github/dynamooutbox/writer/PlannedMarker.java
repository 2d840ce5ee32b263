package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.CommandMarker;
import io.github.dynamooutbox.format.CommandMarkers;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkAttributes;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.CommittedRecord;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The marker to be committed with a command. Also reads the result of the first commit from a
 * marker in the table.
 */
record PlannedMarker(
    String table,
    OutboxSchema schema,
    CommandMarkers markers,
    RecordKey key,
    CommandMarker marker) {

  private static final SdkAttributes VALUES = new SdkAttributes();

  Map<String, AttributeValue> item() {
    return markers.encode(key, marker, VALUES);
  }

  GetItemRequest read() {
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
   * The result of the first commit.
   *
   * @throws IdempotencyKeyMisusedException if the marker belongs to another command
   * @throws UnreadableMarkerException if this version does not understand the marker
   */
  AlreadyCommitted firstCommit(
      Map<String, AttributeValue> item, TransactionCanceledException cause) {
    CommandMarker first = decoded(item);
    AlreadyCommitted committed =
        new AlreadyCommitted(
            first.records().stream()
                .map(
                    record ->
                        new CommittedRecord(
                            record.aggregate(), record.sequence(), record.key(), record.eventIds()))
                .toList(),
            first.writtenAt());
    if (!first.fingerprint().equals(marker.fingerprint())) {
      throw new IdempotencyKeyMisusedException(key.partition(), committed, cause);
    }
    return committed;
  }

  private CommandMarker decoded(Map<String, AttributeValue> item) {
    try {
      return markers.decode(new SdkItem(item));
    } catch (IllegalArgumentException e) {
      throw new UnreadableMarkerException(key.partition(), e);
    }
  }

  @Override
  public String toString() {
    return "marker of the idempotency key";
  }
}
