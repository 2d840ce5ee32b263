package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.localaws.mapping.RecordJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A batch of records as Lambda passes it to the function, with one event of 1 KB each. */
final class ShardBatch {
  /** The function's answer when it has finished a batch. */
  static final String ALL_FINISHED = "{\"batchItemFailures\":[]}";

  private static final Instant WRITTEN_AT = Instant.parse("2026-11-01T12:00:00Z");
  private static final String ARN =
      "arn:aws:dynamodb:us-east-1:000000000000:table/orders/stream/2026-11-01T00:00:00.000";

  private final byte[] json;

  private ShardBatch(byte[] json) {
    this.json = json;
  }

  /** The Lambda event as JSON; must not be modified. */
  byte[] json() {
    return json;
  }

  /** A batch whose events belong to this many aggregates in turn. */
  static ShardBatch of(int events, int aggregates) {
    return of(WRITTEN_AT, 0, events, number -> number % aggregates);
  }

  /**
   * A batch written just now, with an aggregate of its own for each event, numbered from {@code
   * first}.
   */
  static ShardBatch justNow(int first, int events) {
    return of(Instant.now(), first, events, number -> number);
  }

  /** A batch in which half of the events belong to one aggregate, and the others to one each. */
  static ShardBatch hot(int events) {
    return of(WRITTEN_AT, 0, events, number -> number % 2 == 0 ? 0 : number);
  }

  private static ShardBatch of(
      Instant writtenAt, int first, int events, IntUnaryOperator aggregate) {
    LaneRecords orders = new LaneRecords(writtenAt, events);
    List<Record> records = new ArrayList<>();
    for (int number = first; number < first + events; number++) {
      OutboxRecord record = orders.record("o-" + aggregate.applyAsInt(number), 1L + number, number);
      records.add(record(writtenAt, number, orders.item(record)));
    }
    return new ShardBatch(RecordJson.event(records, ARN));
  }

  private static Record record(Instant writtenAt, int number, Map<String, AttributeValue> item) {
    OutboxSchema schema = OutboxSchema.defaults();
    Map<String, AttributeValue> keys =
        Map.of(
            schema.partitionKey(), item.get(schema.partitionKey()),
            schema.sortKey(), item.get(schema.sortKey()));
    return Record.builder()
        .eventID("event-" + number)
        .eventName(OperationType.INSERT)
        .eventVersion("1.1")
        .eventSource("aws:dynamodb")
        .awsRegion("us-east-1")
        .dynamodb(
            change ->
                change
                    .approximateCreationDateTime(writtenAt)
                    .keys(keys)
                    .newImage(item)
                    .sequenceNumber(Long.toString(100_000_000_000L + number))
                    .sizeBytes(1_500L)
                    .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
        .build();
  }
}
