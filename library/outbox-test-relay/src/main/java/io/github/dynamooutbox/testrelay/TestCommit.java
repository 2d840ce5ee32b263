package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Commits events as a service does, and reads their record as a relay does. */
final class TestCommit {
  /** Also the name with which the targets tell records of several tables apart. */
  static final String TABLE = "test";

  private static final OutboxSchema SCHEMA = OutboxSchema.defaults();
  private static final RecordCodec CODEC = new RecordCodec(SCHEMA);
  private static final StreamPosition FIRST = new StreamPosition("1");

  private TestCommit() {}

  static List<Envelope> of(
      String source,
      Aggregate aggregate,
      List<Event> events,
      UnaryOperator<OutboxTransaction> context) {
    AcceptingDynamoDb database = new AcceptingDynamoDb();
    Outbox outbox = Outbox.builder(database).table(TABLE).source(source).build();
    context.apply(outbox.transaction().events(aggregate, events)).commit();
    Map<String, AttributeValue> item =
        database.actions().stream()
            .filter(action -> action.put() != null)
            .map(action -> action.put().item())
            .filter(put -> CODEC.isOutbox(new SdkItem(put)))
            .findFirst()
            .orElseThrow();
    OutboxRecord record =
        CODEC
            .decode(new SdkItem(item))
            .fold(
                decoded -> decoded.record(),
                newer -> {
                  throw new IllegalStateException("the record has version " + newer.version());
                },
                malformed -> {
                  throw new IllegalStateException("the record is malformed: " + malformed);
                });
    RecordKey key = new RecordKey(text(item, SCHEMA.partitionKey()), text(item, SCHEMA.sortKey()));
    return IntStream.range(0, events.size())
        .mapToObj(index -> new Envelope(FIRST, key, record, index))
        .toList();
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name)).s();
  }
}
