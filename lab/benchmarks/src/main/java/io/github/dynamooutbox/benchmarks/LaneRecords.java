package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkAttributes;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Generates the records of a shard, with one event each, taking the lanes in turn. An event has
 * about 1 KB by default, half of it compressible. The same number always yields the same record.
 */
final class LaneRecords {
  private static final int RANDOM_BYTES = 360;
  private static final String TEXT = "the order was changed by you. ";
  private static final int REPEATED = 16;

  private final RecordCodec codec = new RecordCodec(OutboxSchema.defaults());
  private final Instant writtenAt;
  private final int lanes;
  private final int kilobytes;
  private final String text;

  LaneRecords(Instant writtenAt, int lanes) {
    this(writtenAt, lanes, 1);
  }

  /** Generates events of another size. */
  LaneRecords(Instant writtenAt, int lanes, int kilobytes) {
    this.writtenAt = writtenAt;
    this.lanes = lanes;
    this.kilobytes = kilobytes;
    text = TEXT.repeat(REPEATED * kilobytes);
  }

  private String payload(int number) {
    byte[] random = new byte[RANDOM_BYTES * kilobytes];
    new Random(number).nextBytes(random);
    String customer = Base64.getEncoder().encodeToString(random);
    return "{\"customer\":\"" + customer + "\",\"text\":\"" + text + "\"}";
  }

  /** The records with numbers from {@code from}, inclusive, to {@code to}, exclusive. */
  List<StreamRecord> records(int from, int to) {
    List<StreamRecord> records = new ArrayList<>(to - from);
    for (int number = from; number < to; number++) {
      records.add(record(number));
    }
    return records;
  }

  private StreamRecord record(int number) {
    OutboxRecord record = record("o-" + number % lanes, 1L + number / lanes, number);
    Item item = codec.encode(key(record), record);
    return new StreamRecord(
        new StreamPosition(Long.toString(1L + number)),
        ChangeType.INSERT,
        item,
        Optional.of(item),
        Optional.of(writtenAt));
  }

  /** The record of one version of an order; {@code number} distinguishes its event. */
  OutboxRecord record(String order, long version, int number) {
    return new OutboxRecord(
        new AggregateKey("Order", order),
        OptionalLong.of(version),
        List.of(event(number)),
        CommitContext.of("/shop/orders", writtenAt, "us-east-1"),
        writtenAt.plus(Duration.ofDays(7)),
        Item.empty());
  }

  private RecordKey key(OutboxRecord record) {
    return codec.key(record.aggregate(), record.sequence().orElseThrow());
  }

  /** The record as an SDK item. */
  Map<String, AttributeValue> item(OutboxRecord record) {
    return codec.encoder(new SdkAttributes()).apply(key(record), record);
  }

  private OutboxEvent event(int number) {
    return new OutboxEvent(
        "event-" + number,
        "OrderChanged",
        writtenAt,
        "application/json",
        Optional.empty(),
        Payload.of(payload(number)),
        Optional.empty(),
        Map.of());
  }
}
