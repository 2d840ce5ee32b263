package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.simulation.Commit.Aggregate;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The items that the simulated service writes. */
final class Items {
  static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());
  static final String OUR_REGION = "eu-central-1";
  private static final String AGGREGATE_TYPE = "Order";

  private Items() {}

  static RecordKey key(Aggregate aggregate, long version) {
    AggregateKey key = new AggregateKey(AGGREGATE_TYPE, aggregate.id);
    return aggregate.sequenced ? CODEC.key(key, version) : CODEC.key(key, "u" + version);
  }

  static Item record(Commit commit, long version, String region) {
    Instant writtenAt = SimTime.instantAt(commit.time);
    OutboxRecord record =
        new OutboxRecord(
            new AggregateKey(AGGREGATE_TYPE, commit.aggregate.id),
            commit.aggregate.sequenced ? OptionalLong.of(version) : OptionalLong.empty(),
            commit.events.stream().map(event -> event.event).toList(),
            CommitContext.of("/shop", writtenAt, region),
            writtenAt.plus(Duration.ofDays(7)),
            Item.empty());
    return CODEC.encode(commit.key, record);
  }

  static CommittedEvent event(Commit commit, long version, int index, int type, int bytes) {
    String id = commit.aggregate.id + "-" + version + "." + index;
    OutboxEvent event =
        new OutboxEvent(
            id,
            Routes.typeName(type),
            SimTime.instantAt(commit.time),
            "application/json",
            Optional.empty(),
            Payload.of("{\"id\":\"" + id + "\",\"fill\":\"" + "x".repeat(bytes) + "\"}"),
            Optional.empty(),
            Map.of());
    return new CommittedEvent(commit, event, index, commit.aggregate.committedEvents++);
  }

  /** The same item without its events: it is no record. */
  static Item malformed(Item item) {
    Item.Builder copy = Item.builder();
    item.asMap()
        .forEach(
            (name, value) -> {
              if (!name.equals("events")) {
                copy.put(name, value);
              }
            });
    return copy.build();
  }

  /** The same item in a format that relays do not know yet. */
  static Item newer(Item item) {
    Item.Builder copy = Item.builder();
    item.asMap().forEach(copy::put);
    return copy.put("v", 3).build();
  }

  static Item business(long number) {
    return Item.builder()
        .put("PK", Attribute.string("ORDER#" + number))
        .put("SK", Attribute.string("STATE"))
        .build();
  }

  static Item keys(RecordKey key) {
    return Item.builder()
        .put("PK", Attribute.string(key.partition()))
        .put("SK", Attribute.string(key.sort()))
        .build();
  }
}
