package io.github.dynamooutbox.relay;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Stream records for tests: event ids say which aggregate, sequence and index they stand for. */
public final class Records {
  public static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());

  private Records() {}

  /** Events {@code <id>-<sequence>.0} and so on, of type {@code Order...}. */
  public static StreamRecord order(
      long position, String id, long sequence, Instant writtenAt, int events) {
    return record(position, "Order", id, sequence, writtenAt, events, "OrderChanged");
  }

  public static StreamRecord record(
      long position,
      String type,
      String id,
      long sequence,
      Instant writtenAt,
      int events,
      String eventType) {
    AggregateKey aggregate = new AggregateKey(type, id);
    List<OutboxEvent> list = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      list.add(event(id + "-" + sequence + "." + i, eventType, writtenAt));
    }
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            OptionalLong.of(sequence),
            list,
            context(writtenAt),
            writtenAt.plus(Duration.ofDays(7)),
            Item.empty());
    RecordKey key = CODEC.key(aggregate, sequence);
    return insert(position, CODEC.encode(key, record));
  }

  /** An event that is parked in a lane, and can be published. */
  public static ParkedEvent parked(
      LaneKey lane, long position, long sequence, ParkReason reason, Instant now) {
    String id = lane.aggregate().substring(lane.aggregate().indexOf('#') + 1);
    StreamRecord record = order(position, id, sequence, now, 1);
    ItemView item = record.newImage().orElseThrow();
    RecordKey key = new RecordKey(item.get("PK").string(), item.get("SK").string());
    return new ParkedEvent(
        new Place(lane, record.position(), key, 0),
        new Cause(reason, reason.name(), "why"),
        new Attempts(1, now, now),
        item,
        Set.of());
  }

  /** An item of the outbox that is no record: it has no events. */
  public static StreamRecord malformed(long position, String id, long sequence) {
    return insert(
        position, keys("OUTBOX#Order#" + id, String.valueOf(sequence)).put("v", 1).build());
  }

  /** An item of somebody else under a key of the outbox that looks like one of a sequence. */
  static StreamRecord foreign(long position, String id, long sequence) {
    RecordKey key = CODEC.key(new AggregateKey("Order", id), sequence);
    return insert(position, keys(key.partition(), key.sort()).put("note", "by hand").build());
  }

  /** A record that the writer wrote at this sequence, and that has lost its events since. */
  static StreamRecord damaged(long position, String id, long sequence) {
    RecordKey key = CODEC.key(new AggregateKey("Order", id), sequence);
    return insert(
        position, keys(key.partition(), key.sort()).put("v", 1).put("sequence", sequence).build());
  }

  /** A record that the writer wrote at this sequence, and that has lost that and more since. */
  static StreamRecord withoutSequence(long position, String id, long sequence) {
    RecordKey key = CODEC.key(new AggregateKey("Order", id), sequence);
    return insert(
        position,
        keys(key.partition(), key.sort())
            .put("v", 1)
            .put("aggregateType", "Order")
            .put("aggregateId", id)
            .build());
  }

  public static StreamRecord newerVersion(long position, String id, long sequence) {
    return insert(
        position, keys("OUTBOX#Order#" + id, String.valueOf(sequence)).put("v", 3).build());
  }

  /** One whose key has the aggregate's version, as all that the writer makes. */
  public static StreamRecord newerVersionInOrder(long position, String id, long sequence) {
    RecordKey key = CODEC.key(new AggregateKey("Order", id), sequence);
    return insert(position, keys(key.partition(), key.sort()).put("v", 3).build());
  }

  public static StreamRecord business(long position) {
    return insert(position, keys("ORDER#1", "STATE").put("total", 12).build());
  }

  public static StreamRecord change(long position, ChangeType change) {
    return new StreamRecord(
        new StreamPosition(Long.toString(position)),
        change,
        keys("OUTBOX#Order#1", "1").build(),
        Optional.empty());
  }

  /** Whether an event has the content, the aggregate and the record that its id stands for. */
  static boolean isWhole(Envelope envelope) {
    OutboxRecord record = envelope.record();
    OutboxEvent event = envelope.event();
    long sequence = record.sequence().orElseThrow();
    String id = record.aggregate().id() + "-" + sequence + "." + envelope.index();
    return event.id().equals(id)
        && event.data().equals(Payload.of(data(id)))
        && event.contentType().equals("application/json")
        && event.time().equals(record.context().writtenAt())
        && Set.of(WaysOut.REPLAY).containsAll(event.headers().keySet())
        && envelope.key().partition().endsWith(record.aggregate().toString())
        && envelope.key().sort().equals(CODEC.key(record.aggregate(), sequence).sort());
  }

  private static StreamRecord insert(long position, Item item) {
    return new StreamRecord(
        new StreamPosition(Long.toString(position)), ChangeType.INSERT, item, Optional.of(item));
  }

  private static Item.Builder keys(String partition, String sort) {
    return Item.builder().put("PK", Attribute.string(partition)).put("SK", Attribute.string(sort));
  }

  private static OutboxEvent event(String id, String type, Instant time) {
    return new OutboxEvent(
        id,
        type,
        time,
        "application/json",
        Optional.empty(),
        Payload.of(data(id)),
        Optional.empty(),
        Map.of());
  }

  /** The payload of the event with this id. */
  static String data(String id) {
    return "{\"id\":\"" + id + "\"}";
  }

  private static CommitContext context(Instant writtenAt) {
    return CommitContext.of("/shop/orders", writtenAt, "eu-central-1");
  }

  /** The same record, which the stream got at this time. */
  public static StreamRecord createdAt(Instant time, StreamRecord record) {
    return new StreamRecord(
        record.position(), record.change(), record.keys(), record.newImage(), Optional.of(time));
  }

  /** Records of orders in turns, committed and in the stream now; from inclusive, to exclusive. */
  static List<StreamRecord> justNow(Instant now, int orders, long from, long to) {
    List<StreamRecord> records = new ArrayList<>();
    for (long number = from; number < to; number++) {
      records.add(createdAt(now, order(number + 1, "o" + number % orders, number + 1, now, 1)));
    }
    return records;
  }
}
