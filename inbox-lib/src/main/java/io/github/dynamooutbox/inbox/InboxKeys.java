package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.Sha256;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The keys of a consumer's items. Text that would be too long for a key is hashed and put after a
 * different separator, so that no text can be mistaken for a hash.
 */
final class InboxKeys {
  private static final int SEQUENCE_LENGTH = new EventPosition(0, 0, 1).sequence().length();

  private final OutboxSchema schema;
  private final String events;
  private final String cursors;
  private final String parked;
  private final String parts;

  InboxKeys(String consumer, OutboxSchema schema) {
    this.schema = schema;
    String prefix = "INBOX#" + consumer + '#';
    this.events = prefix + "EVENT";
    this.cursors = prefix + "CURSOR";
    this.parked = prefix + "PARKED";
    this.parts = prefix + "PART";
  }

  Map<String, AttributeValue> entry(ReceivedEvent event) {
    return key(partition(events, event.id()), sort("", event.source()));
  }

  Map<String, AttributeValue> cursor(String source, AggregateKey aggregate) {
    return key(partition(cursors, aggregate.toString()), sort("", source));
  }

  /** Keys of parked events sort by their positions. */
  Map<String, AttributeValue> parked(OrderedEvent event) {
    return key(
        parkedPartition(event.aggregate()),
        sort(event.position().sequence(), event.event().source()));
  }

  /** Where in the order a parked event is. */
  String parkedSequence(Map<String, AttributeValue> item) {
    String sort = sortKey(item);
    return sort.substring(0, Math.min(sort.length(), SEQUENCE_LENGTH));
  }

  /** Aggregates of the same name, but of different sources, are parked beside each other. */
  boolean isParkedOf(String source, Map<String, AttributeValue> item) {
    return sortKey(item).equals(sort(parkedSequence(item), source));
  }

  private String sortKey(Map<String, AttributeValue> item) {
    return Objects.requireNonNull(item.get(schema.sortKey())).s();
  }

  /** The key of a part of a parked event. */
  Map<String, AttributeValue> part(OrderedEvent event, int index) {
    return key(
        partsPartition(event.event().source(), event.aggregate(), event.position().sequence()),
        "#%05d".formatted(index));
  }

  String partsPartition(String source, AggregateKey aggregate, String sequence) {
    // With its length, because both may contain the separator.
    return partition(parts, sequence + '#' + source.length() + '#' + source + '#' + aggregate);
  }

  String parkedPartition(AggregateKey aggregate) {
    return partition(parked, aggregate.toString());
  }

  String partitionKey() {
    return schema.partitionKey();
  }

  private Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of(
        schema.partitionKey(), AttributeValue.fromS(partition),
        schema.sortKey(), AttributeValue.fromS(sort));
  }

  private static String partition(String kind, String text) {
    return fitting(kind, text, FormatLimits.MAX_PARTITION_KEY_BYTES);
  }

  private static String sort(String before, String text) {
    return fitting(before, text, FormatLimits.MAX_SORT_KEY_BYTES);
  }

  private static String fitting(String before, String text, int limit) {
    String whole = before + '#' + text;
    return RecordSize.utf8Length(whole) <= limit ? whole : before + '~' + Sha256.hex(text);
  }
}
