package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/**
 * The shard of a stream with a few orders in it; event ids are {@code <order>/<sequence>.<index>}.
 */
final class Orders {
  static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());

  private final List<StreamRecord> records = new ArrayList<>();
  private final Map<LaneKey, List<String>> eventIds = new TreeMap<>(LANES);
  private final Map<LaneKey, List<Place>> places = new TreeMap<>(LANES);

  private static final Comparator<LaneKey> LANES =
      Comparator.comparing(LaneKey::aggregate).thenComparing(LaneKey::target);

  Orders(Random random, String target) {
    int orders = 1 + random.nextInt(3);
    int total = orders * (3 + random.nextInt(8));
    long[] sequences = new long[orders];
    long position = 1_000_000L + random.nextInt(1_000_000);
    for (int i = 0; i < total; i++) {
      int order = random.nextInt(orders);
      position += 1 + random.nextInt(9);
      add(target, "o" + order, ++sequences[order], position, 1 + random.nextInt(2));
    }
  }

  private void add(String target, String id, long sequence, long position, int events) {
    AggregateKey aggregate = new AggregateKey("Order", id);
    RecordKey key = CODEC.key(aggregate, sequence);
    StreamPosition at = new StreamPosition(Long.toString(position));
    LaneKey lane = new LaneKey(target, aggregate.toString());
    List<OutboxEvent> list = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      OutboxEvent event = event(id + "/" + sequence + "." + i);
      list.add(event);
      eventIds.computeIfAbsent(lane, each -> new ArrayList<>()).add(event.id());
      places.computeIfAbsent(lane, each -> new ArrayList<>()).add(new Place(lane, at, key, i));
    }
    Instant now = LocalControlTable.NOW;
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            OptionalLong.of(sequence),
            list,
            context(now),
            now.plus(Duration.ofDays(7)),
            Item.empty());
    Item item = CODEC.encode(key, record);
    records.add(new StreamRecord(at, ChangeType.INSERT, item, Optional.of(item)));
  }

  List<StreamRecord> records() {
    return records;
  }

  /** The records from a position on. */
  List<StreamRecord> from(StreamPosition position) {
    return records.stream().filter(each -> each.position().compareTo(position) >= 0).toList();
  }

  /** The event ids of each lane, in order. */
  Map<LaneKey, List<String>> eventIds() {
    return eventIds;
  }

  /** Where each lane's events would be parked. */
  Map<LaneKey, List<Place>> places() {
    return places;
  }

  private static OutboxEvent event(String id) {
    return new OutboxEvent(
        id,
        "OrderChanged",
        LocalControlTable.NOW,
        "application/json",
        Optional.empty(),
        Payload.of("{\"id\":\"" + id + "\"}"),
        Optional.empty(),
        Map.of());
  }

  private static CommitContext context(Instant writtenAt) {
    return CommitContext.of("/shop/orders", writtenAt, "eu-central-1");
  }
}
