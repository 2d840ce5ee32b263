package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.Entries.PutOnce;
import io.github.dynamooutbox.inbox.InboxCommits.Own;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;

/**
 * The items of parked events, which wait until the missing events before them have arrived. An
 * event is parked exactly as long as it is not handled. A small one is in its slot; a larger one is
 * in parts of their own, so that looking for what is parked reads no payloads.
 */
final class ParkedItems {
  private static final String COUNT = "count";
  private static final String PARTS = "parts";
  private static final String DATA = "data";

  /** With its key, a slot is then below 1 KB, for which DynamoDB charges. */
  private static final int SMALL = 700;

  /** Leaves room in DynamoDB's 400 KB for the key. */
  private static final int PART = 380 * 1024;

  /** So many parts leave room in DynamoDB's 4 MB for the writes of a handler. */
  private static final int PARTS_AT_ONCE = 8;

  private final InboxSettings settings;
  private final InboxKeys keys;
  private final InboxCommits commits;
  private final PutOnce once;

  ParkedItems(InboxSettings settings, InboxKeys keys, InboxCommits commits) {
    this.settings = settings;
    this.keys = keys;
    this.commits = commits;
    this.once = new PutOnce(settings, keys);
  }

  /**
   * Where an event is parked.
   *
   * @param data the event if it is small
   */
  record Slot(EventPosition position, int parts, Optional<SdkBytes> data) {
    String sequence() {
      return position.sequence();
    }
  }

  /**
   * What to write to park an event, under the condition that it is not parked yet. Of an event that
   * is too large for one transaction, most parts are written before this returns.
   */
  List<Own> put(OrderedEvent event, Duration timeout) {
    byte[] form = ParkedForm.of(event.event());
    Map<String, AttributeValue> slot = new HashMap<>(keys.parked(event));
    slot.put(COUNT, Entries.number(event.position().count()));
    List<Own> parts = new ArrayList<>();
    if (form.length <= SMALL) {
      slot.put(DATA, AttributeValue.fromB(SdkBytes.fromByteArray(form)));
    } else {
      for (int from = 0; from < form.length; from += PART) {
        byte[] part = Arrays.copyOfRange(form, from, Math.min(form.length, from + PART));
        parts.add(part(event, parts.size(), part));
      }
    }
    slot.put(PARTS, Entries.number(parts.size()));
    int first = Math.min(PARTS_AT_ONCE, parts.size());
    for (int from = first; from < parts.size(); from += PARTS_AT_ONCE) {
      int to = Math.min(from + PARTS_AT_ONCE, parts.size());
      commits.write(event.event(), parts.subList(from, to), timeout);
    }
    List<Own> own = new ArrayList<>(List.of(Own.parked(once.of(slot))));
    own.addAll(parts.subList(0, first));
    return own;
  }

  private Own part(OrderedEvent event, int index, byte[] bytes) {
    Map<String, AttributeValue> item = new HashMap<>(keys.part(event, index));
    item.put(DATA, AttributeValue.fromB(SdkBytes.fromByteArray(bytes)));
    return Own.part(Put.builder().tableName(settings.table()).item(item).build());
  }

  /** What to write to remove an event, under the condition that it is still parked. */
  List<Own> delete(OrderedEvent event, Slot slot) {
    List<Own> own = new ArrayList<>();
    own.add(
        Own.parked(
            Delete.builder()
                .tableName(settings.table())
                .key(keys.parked(event))
                .conditionExpression("attribute_exists(#key)")
                .expressionAttributeNames(Map.of("#key", keys.partitionKey()))
                .build()));
    own.addAll(parts(event, 0, Math.min(PARTS_AT_ONCE, slot.parts())));
    return own;
  }

  /**
   * Removes the parts for which one transaction had no room, once the event is no longer parked.
   */
  void deleteRest(OrderedEvent event, Slot slot, Duration timeout) {
    for (int from = PARTS_AT_ONCE; from < slot.parts(); from += PARTS_AT_ONCE) {
      int to = Math.min(from + PARTS_AT_ONCE, slot.parts());
      commits.write(event.event(), parts(event, from, to), timeout);
    }
  }

  private List<Own> parts(OrderedEvent event, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(index -> keys.part(event, index))
        .map(key -> Own.part(Delete.builder().tableName(settings.table()).key(key).build()))
        .toList();
  }

  /** Checks that an event is still parked. */
  Own check(OrderedEvent event) {
    return Own.parked(
        ConditionCheck.builder()
            .tableName(settings.table())
            .key(keys.parked(event))
            .conditionExpression("attribute_exists(#key)")
            .expressionAttributeNames(Map.of("#key", keys.partitionKey()))
            .build());
  }

  /** The cursor of an aggregate. */
  Cursor cursor(String source, AggregateKey aggregate) {
    Map<String, AttributeValue> key = keys.cursor(source, aggregate);
    return items(Objects.requireNonNull(key.get(keys.partitionKey())))
        .filter(item -> item.entrySet().containsAll(key.entrySet()))
        .findFirst()
        .map(Cursor::of)
        .orElseGet(Cursor::none);
  }

  /** Where the events of an aggregate are parked, in order. Reads page by page. */
  Stream<Slot> slots(String source, AggregateKey aggregate) {
    return items(AttributeValue.fromS(keys.parkedPartition(aggregate)))
        .filter(item -> keys.isParkedOf(source, item))
        .map(this::slot);
  }

  private Slot slot(Map<String, AttributeValue> item) {
    return new Slot(
        EventPosition.parse(keys.parkedSequence(item), Optional.of(value(item, COUNT).n())),
        Integer.parseInt(value(item, PARTS).n()),
        Optional.ofNullable(item.get(DATA)).map(AttributeValue::b));
  }

  /** Reads a parked event; empty if another call has just removed it. */
  Optional<OrderedEvent> event(String source, AggregateKey aggregate, Slot slot) {
    if (slot.data().isPresent()) {
      return slot.data().map(data -> event(data.asByteArrayUnsafe()));
    }
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    long parts =
        items(AttributeValue.fromS(keys.partsPartition(source, aggregate, slot.sequence())))
            .limit(slot.parts())
            .peek(item -> form.writeBytes(value(item, DATA).b().asByteArrayUnsafe()))
            .map(Map::size)
            .reduce(0, (count, size) -> count + 1);
    return parts < slot.parts() ? Optional.empty() : Optional.of(event(form.toByteArray()));
  }

  private static OrderedEvent event(byte[] form) {
    return OrderedEvent.of(ParkedForm.event(form));
  }

  private Stream<Map<String, AttributeValue>> items(AttributeValue partition) {
    return settings
        .client()
        .queryPaginator(
            query ->
                query
                    .overrideConfiguration(limit -> limit.apiCallTimeout(settings.timeout()))
                    .tableName(settings.table())
                    .consistentRead(true)
                    .keyConditionExpression("#key = :partition")
                    .expressionAttributeNames(Map.of("#key", keys.partitionKey()))
                    .expressionAttributeValues(Map.of(":partition", partition)))
        .items()
        .stream();
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name);
  }
}
