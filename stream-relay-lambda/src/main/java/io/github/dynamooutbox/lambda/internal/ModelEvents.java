package io.github.dynamooutbox.lambda.internal;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse.BatchItemFailure;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The types of aws-lambda-java-events, both ways. A class of its own, so that a function that does
 * not use them need not have them.
 */
public final class ModelEvents {
  private ModelEvents() {}

  /**
   * The event as the relay takes it, without a copy of its items.
   *
   * @throws StreamEventException if a record has no position, keys or known kind of change
   */
  public static StreamEvent from(DynamodbEvent event) {
    List<DynamodbStreamRecord> records = event.getRecords();
    if (records == null || records.isEmpty()) {
      return new StreamEvent("", List.of());
    }
    String source = records.get(0).getEventSourceARN();
    return new StreamEvent(
        source == null ? "" : source, records.stream().map(ModelEvents::record).toList());
  }

  /** The answer that names the first unfinished position. */
  public static StreamsEventResponse response(Optional<StreamPosition> firstUnfinished) {
    List<BatchItemFailure> failures =
        firstUnfinished.map(p -> new BatchItemFailure(p.sequenceNumber())).stream().toList();
    return new StreamsEventResponse(failures);
  }

  private static StreamRecord record(DynamodbStreamRecord record) {
    var change = record.getDynamodb();
    if (change == null || change.getSequenceNumber() == null || change.getKeys() == null) {
      throw new StreamEventException(
          "a record has no sequence number or no keys: is the function's trigger a DynamoDB stream"
              + " that serves NEW_IMAGE?");
    }
    return new StreamRecord(
        new StreamPosition(change.getSequenceNumber()),
        changeType(record.getEventName()),
        new ModelItem(change.getKeys()),
        image(change.getNewImage()));
  }

  private static Optional<ItemView> image(@Nullable Map<String, AttributeValue> image) {
    return image == null ? Optional.empty() : Optional.of(new ModelItem(image));
  }

  private static ChangeType changeType(@Nullable String name) {
    try {
      return ChangeType.valueOf(String.valueOf(name));
    } catch (IllegalArgumentException e) {
      throw new StreamEventException("a record's eventName is none of INSERT, MODIFY, REMOVE");
    }
  }
}
