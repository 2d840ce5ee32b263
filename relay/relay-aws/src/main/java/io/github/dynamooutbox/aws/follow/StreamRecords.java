package io.github.dynamooutbox.aws.follow;

import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** Converts the SDK's stream records into the relay's. Stateless. */
public final class StreamRecords {
  private StreamRecords() {}

  /**
   * Converts the records of a page, in their order.
   *
   * @throws IllegalStateException if this version of the SDK does not know what happened to an item
   */
  public static List<StreamRecord> of(List<Record> records) {
    return records.stream().map(StreamRecords::of).toList();
  }

  private static StreamRecord of(Record record) {
    software.amazon.awssdk.services.dynamodb.model.StreamRecord change = record.dynamodb();
    return new StreamRecord(
        new StreamPosition(change.sequenceNumber()),
        type(record.eventName()),
        new SdkItem(change.keys()),
        change.hasNewImage() ? Optional.of(new SdkItem(change.newImage())) : Optional.empty(),
        Optional.ofNullable(change.approximateCreationDateTime()));
  }

  private static ChangeType type(OperationType operation) {
    return switch (operation) {
      case INSERT -> ChangeType.INSERT;
      case MODIFY -> ChangeType.MODIFY;
      case REMOVE -> ChangeType.REMOVE;
      case UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalStateException(
              "a stream record's operation is unknown to this version of the AWS SDK: update the"
                  + " relay");
    };
  }
}
