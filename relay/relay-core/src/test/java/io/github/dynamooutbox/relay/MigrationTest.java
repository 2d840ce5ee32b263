package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A table with an outbox of one's own, whose publisher drains it beside this relay. */
class MigrationTest {
  private static final OutboxSchema BESIDE = new OutboxSchema("PK", "SK", "EVENTS#", "ttl");
  private static final RecordCodec CODEC = new RecordCodec(BESIDE);
  private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

  private final VirtualLoop loop = new VirtualLoop();
  private final ScriptedTarget target =
      new ScriptedTarget("bus", true, new BatchLimits(10, 100_000, 2), loop);
  private final List<StreamRecord> stream = new ArrayList<>();

  /** The items of the old outbox, by id. */
  private final Map<String, Item> old = new LinkedHashMap<>();

  private final List<String> publishedByOld = new ArrayList<>();

  @Test
  void bothRelaysPublishTheirOwnEventsAndNothingTwice() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    ShardRelay shard =
        Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
            .schema(BESIDE)
            .build()
            .open("shard");
    List<String> expectedOld = new ArrayList<>();
    List<String> expectedNew = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      if (random.nextInt(300) >= i) {
        insertOld("old-" + i);
        expectedOld.add("old-" + i);
      } else {
        expectedNew.add(insertNew(i));
      }
      if (random.nextInt(4) == 0) {
        pollOld();
      }
      if (random.nextInt(10) == 0) {
        submit(shard);
      }
    }
    pollOld();
    submit(shard);

    assertThat(publishedByOld).as("seed %d", seed).containsExactlyElementsOf(expectedOld);
    assertThat(target.accepted)
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(expectedNew);
    assertThat(shard.firstUnfinished()).isEmpty();
  }

  /** The usual sample: an item with the event, and a flag that its publisher sets. */
  private void insertOld(String id) {
    Item item = oldItem(id, false);
    old.put(id, item);
    changed(ChangeType.INSERT, item);
  }

  private static Item oldItem(String id, boolean published) {
    return Item.builder()
        .put("PK", "OUTBOX#" + id)
        .put("SK", "EVENT")
        .put("event_type", "OrderPlaced")
        .put("payload", "{}")
        .put("published", Attribute.bool(published))
        .build();
  }

  /** The old publisher: finds what is not published, publishes it, and marks it. */
  private void pollOld() {
    for (Map.Entry<String, Item> each : old.entrySet()) {
      if (!each.getValue().get("published").bool()) {
        publishedByOld.add(each.getKey());
        each.setValue(oldItem(each.getKey(), true));
        changed(ChangeType.MODIFY, each.getValue());
      }
    }
  }

  private String insertNew(int number) {
    AggregateKey order = new AggregateKey("Order", "o" + number % 7);
    String id = order.id() + '-' + number + ".0";
    OutboxEvent event =
        new OutboxEvent(
            id,
            "OrderPlaced",
            NOW,
            "application/json",
            Optional.empty(),
            Payload.of(Records.data(id)),
            Optional.empty(),
            Map.of());
    OutboxRecord record =
        new OutboxRecord(
            order,
            OptionalLong.of(number),
            List.of(event),
            CommitContext.of("/shop/orders", NOW, "eu-central-1"),
            NOW,
            Item.empty());
    changed(ChangeType.INSERT, CODEC.encode(CODEC.key(order, number), record));
    return id;
  }

  private void changed(ChangeType change, Item item) {
    Item keys =
        Item.builder()
            .put("PK", item.get("PK").string())
            .put("SK", item.get("SK").string())
            .build();
    stream.add(
        new StreamRecord(
            new StreamPosition(Integer.toString(++position)), change, keys, Optional.of(item)));
  }

  private int position;

  private void submit(ShardRelay shard) {
    shard.submit(List.copyOf(stream));
    stream.clear();
    var settled = shard.settled().toCompletableFuture();
    loop.runUntil(settled::isDone);
  }
}
