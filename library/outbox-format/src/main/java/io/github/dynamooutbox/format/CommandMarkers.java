package io.github.dynamooutbox.format;

import io.github.dynamooutbox.format.CommandMarker.MarkedRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Writes command markers as DynamoDB items and reads them back. Relays ignore them: their partition
 * key starts with {@link #PREFIX}, and no outbox prefix does. Thread-safe.
 */
public final class CommandMarkers {
  /** The prefix of every marker's partition key. */
  public static final String PREFIX = "OUTBOX-COMMAND#";

  /** The version of markers that this class writes and reads. */
  public static final int VERSION = 1;

  private static final String VERSION_TEXT = Integer.toString(VERSION);

  /** The sort key of every marker, since a command has only one. */
  private static final String SORT = "COMMAND";

  private static final String FINGERPRINT = "fingerprint";
  static final String RECORDS = "records";
  private static final String RECORD_SORT = "sort";
  private static final String EVENT_IDS = "eventIds";
  private static final String RESULT = "result";

  /** Attributes that only markers have. */
  static final Set<String> OF_MARKER = Set.of(FINGERPRINT, RECORDS, RESULT);

  private final OutboxSchema schema;
  private final RecordCodec codec;

  public CommandMarkers(OutboxSchema schema) {
    this.schema = schema;
    this.codec = new RecordCodec(schema);
  }

  /** Whether an item is a marker. Only its partition key is examined. */
  public static boolean isMarker(ItemView keys, OutboxSchema schema) {
    AttributeView partition = keys.get(schema.partitionKey());
    return partition != null
        && partition.type() == AttributeType.S
        && partition.string().startsWith(PREFIX);
  }

  /**
   * The primary key of a command's marker. The partition key is {@code OUTBOX-COMMAND#} and the
   * SHA-256 of the source, the tenant if there is one, and the idempotency key. Equal keys of
   * different services or tenants are unrelated.
   *
   * @param source CloudEvents source of the service
   * @param tenant the command's tenant
   * @param idempotencyKey the caller's key, of any length
   */
  public RecordKey key(String source, Optional<String> tenant, String idempotencyKey) {
    MessageDigest digest = Sha256.digest();
    digest.update(source.getBytes(StandardCharsets.UTF_8));
    // Sources and tenants have no control characters, so the separators are unambiguous.
    if (tenant.isPresent()) {
      digest.update((byte) 1);
      digest.update(tenant.get().getBytes(StandardCharsets.UTF_8));
    }
    digest.update((byte) 0);
    digest.update(idempotencyKey.getBytes(StandardCharsets.UTF_8));
    return new RecordKey(PREFIX + HexFormat.of().formatHex(digest.digest()), SORT);
  }

  /** Encodes a marker as an item. */
  public Item encode(RecordKey key, CommandMarker marker) {
    return Item.ofOwned(encode(key, marker, ItemFactory.INSTANCE));
  }

  /** Encodes a marker as an item of the host's own attribute values. */
  public <V> Map<String, V> encode(
      RecordKey key, CommandMarker marker, AttributeFactory<V> values) {
    Map<String, V> item = new LinkedHashMap<>();
    item.put(schema.partitionKey(), values.string(key.partition()));
    item.put(schema.sortKey(), values.common(key.sort()));
    item.put(RecordAttributes.VERSION, values.number(VERSION_TEXT));
    item.put(FINGERPRINT, values.string(marker.fingerprint()));
    item.put(RecordAttributes.SOURCE, values.common(marker.source()));
    item.put(RecordAttributes.WRITTEN_AT, number(marker.writtenAt().toEpochMilli(), values));
    List<V> records = new ArrayList<>(marker.records().size());
    for (MarkedRecord record : marker.records()) {
      records.add(values.map(record(record, values)));
    }
    item.put(RECORDS, values.list(records));
    if (marker.result().isPresent()) {
      item.put(RESULT, values.string(marker.result().get()));
    }
    item.put(schema.ttlAttribute(), number(marker.expiresAt().getEpochSecond(), values));
    return item;
  }

  private static <V> Map<String, V> record(MarkedRecord record, AttributeFactory<V> values) {
    Map<String, V> item = new LinkedHashMap<>();
    item.put(RecordAttributes.AGGREGATE_TYPE, values.common(record.aggregate().type()));
    item.put(RecordAttributes.AGGREGATE_ID, values.string(record.aggregate().id()));
    if (record.sequence().isPresent()) {
      item.put(RecordAttributes.SEQUENCE, number(record.sequence().getAsLong(), values));
    }
    item.put(RECORD_SORT, values.string(record.key().sort()));
    List<V> ids = new ArrayList<>(record.eventIds().size());
    for (String id : record.eventIds()) {
      ids.add(values.string(id));
    }
    item.put(EVENT_IDS, values.list(ids));
    return item;
  }

  private static <V> V number(long number, AttributeFactory<V> values) {
    return values.number(Long.toString(number));
  }

  /**
   * Reads a marker.
   *
   * @throws IllegalArgumentException if the item is not a marker that this version understands; the
   *     message contains the attribute's name, never a value
   */
  public CommandMarker decode(ItemView item) {
    try {
      Fields fields = Fields.ofRecord(item);
      if (fields.longNumber(RecordAttributes.VERSION) != VERSION) {
        throw fields.wrong(RecordAttributes.VERSION, "is not " + VERSION);
      }
      return new CommandMarker(
          fields.text(FINGERPRINT),
          fields.text(RecordAttributes.SOURCE),
          fields.millis(RecordAttributes.WRITTEN_AT),
          records(fields),
          fields.optionalText(RESULT),
          Instant.ofEpochSecond(fields.longNumber(schema.ttlAttribute())));
    } catch (MalformedException e) {
      throw new IllegalArgumentException("command marker: " + e.getMessage(), e);
    }
  }

  private List<MarkedRecord> records(Fields fields) {
    List<MarkedRecord> records = new ArrayList<>();
    for (AttributeView element : fields.list(RECORDS)) {
      if (element.type() != AttributeType.M) {
        throw fields.wrong(RECORDS, "contains an element that is not a map");
      }
      records.add(record(Fields.ofRecord(element.map())));
    }
    return records;
  }

  private MarkedRecord record(Fields fields) {
    String type = fields.text(RecordAttributes.AGGREGATE_TYPE);
    if (type.indexOf('#') >= 0) {
      throw fields.wrong(RecordAttributes.AGGREGATE_TYPE, "contains '#'");
    }
    AggregateKey aggregate = new AggregateKey(type, fields.text(RecordAttributes.AGGREGATE_ID));
    OptionalLong sequence = fields.optionalLong(RecordAttributes.SEQUENCE);
    List<String> eventIds = new ArrayList<>();
    for (AttributeView id : fields.list(EVENT_IDS)) {
      if (id.type() != AttributeType.S) {
        throw fields.wrong(EVENT_IDS, "contains an element that is not text");
      }
      eventIds.add(id.string());
    }
    RecordKey key = codec.key(aggregate, fields.text(RECORD_SORT));
    return new MarkedRecord(aggregate, sequence, key, eventIds);
  }
}
