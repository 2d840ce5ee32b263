package io.github.dynamooutbox.format;

import io.github.dynamooutbox.format.CommandMarker.MarkedRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Writes command markers as DynamoDB items and reads them back. Relays ignore them: their partition
 * key starts with {@link #PREFIX}, which no outbox's prefix starts with. Thread-safe.
 */
public final class CommandMarkers {
  /** What the partition key of every marker starts with. */
  public static final String PREFIX = "OUTBOX-COMMAND#";

  /** The version of markers that is written and understood. */
  public static final int VERSION = 1;

  /** The sort key of every marker: a command has one. */
  private static final String SORT = "COMMAND";

  private static final String FINGERPRINT = "fingerprint";
  private static final String RECORDS = "records";
  private static final String RECORD_SORT = "sort";
  private static final String EVENT_IDS = "eventIds";

  /** What only markers have, beside what records have too. */
  static final Set<String> OF_MARKER = Set.of(FINGERPRINT, RECORDS);

  private final OutboxSchema schema;
  private final RecordCodec codec;

  public CommandMarkers(OutboxSchema schema) {
    this.schema = schema;
    this.codec = new RecordCodec(schema);
  }

  /** Whether an item is a marker, by its partition key alone. */
  public static boolean isMarker(ItemView keys, OutboxSchema schema) {
    AttributeView partition = keys.get(schema.partitionKey());
    return partition != null
        && partition.type() == AttributeType.S
        && partition.string().startsWith(PREFIX);
  }

  /**
   * Where the marker of a command is: {@code OUTBOX-COMMAND#}, and the SHA-256 of service and key.
   *
   * @param source CloudEvents source of the service; keys of different services never meet
   * @param idempotencyKey the caller's, of any length
   */
  public RecordKey key(String source, String idempotencyKey) {
    MessageDigest digest = sha256();
    digest.update(source.getBytes(StandardCharsets.UTF_8));
    // A source has no control characters, so that the two texts cannot be cut differently.
    digest.update((byte) 0);
    digest.update(idempotencyKey.getBytes(StandardCharsets.UTF_8));
    return new RecordKey(PREFIX + HexFormat.of().formatHex(digest.digest()), SORT);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The marker as an item. */
  public Item encode(RecordKey key, CommandMarker marker) {
    return Item.builder()
        .put(schema.partitionKey(), key.partition())
        .put(schema.sortKey(), key.sort())
        .put(RecordAttributes.VERSION, VERSION)
        .put(FINGERPRINT, marker.fingerprint())
        .put(RecordAttributes.SOURCE, marker.source())
        .put(RecordAttributes.WRITTEN_AT, marker.writtenAt().toEpochMilli())
        .put(
            RECORDS, Attribute.list(marker.records().stream().map(CommandMarkers::record).toList()))
        .put(schema.ttlAttribute(), marker.expiresAt().getEpochSecond())
        .build();
  }

  private static Attribute record(MarkedRecord record) {
    Item.Builder item = Item.builder();
    item.put(RecordAttributes.AGGREGATE_TYPE, record.aggregate().type());
    item.put(RecordAttributes.AGGREGATE_ID, record.aggregate().id());
    record.sequence().ifPresent(number -> item.put(RecordAttributes.SEQUENCE, number));
    item.put(RECORD_SORT, record.key().sort());
    item.put(EVENT_IDS, Attribute.list(record.eventIds().stream().map(Attribute::string).toList()));
    return Attribute.map(item.build());
  }

  /**
   * Reads a marker.
   *
   * @throws IllegalArgumentException if the item is no marker that this version understands; the
   *     message names the attribute, never a value
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
          Instant.ofEpochSecond(fields.longNumber(schema.ttlAttribute())));
    } catch (MalformedException e) {
      throw new IllegalArgumentException("command marker: " + e.getMessage(), e);
    }
  }

  private List<MarkedRecord> records(Fields fields) {
    List<MarkedRecord> records = new ArrayList<>();
    for (AttributeView element : fields.list(RECORDS)) {
      if (element.type() != AttributeType.M) {
        throw fields.wrong(RECORDS, "holds what is no map");
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
        throw fields.wrong(EVENT_IDS, "holds what is no text");
      }
      eventIds.add(id.string());
    }
    RecordKey key = codec.key(aggregate, fields.text(RECORD_SORT));
    return new MarkedRecord(aggregate, sequence, key, eventIds);
  }
}
