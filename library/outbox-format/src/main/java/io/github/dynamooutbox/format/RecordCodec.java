package io.github.dynamooutbox.format;

import io.github.dynamooutbox.format.DecodeResult.Malformed;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * Writes outbox records as DynamoDB items and reads them back. {@code decode(encode(key, record))}
 * gives an equal key and record, unknown attributes included. Thread-safe.
 */
public final class RecordCodec {
  /** The version of the format that every reader knows. */
  public static final int VERSION = 1;

  /**
   * The latest version that this codec reads. It writes this version only if a payload is
   * compressed or a {@link Payload.Reference}, which older readers must not mistake for an empty
   * payload.
   */
  public static final int LATEST = 2;

  /** Digits of {@link Long#MAX_VALUE}: with leading zeros, sequences sort as text. */
  private static final int SEQUENCE_DIGITS = 19;

  private static final String ZEROS = "0".repeat(SEQUENCE_DIGITS);

  private final OutboxSchema schema;
  private final RecordEncoder<Attribute> encoder;
  private final RecordDecoder decoder;

  public RecordCodec(OutboxSchema schema) {
    this.schema = schema;
    this.encoder =
        new RecordEncoder<>(
            schema, new PayloadEncoder<>(ItemFactory.INSTANCE, PayloadEncoder.NEVER));
    this.decoder = new RecordDecoder(schema);
  }

  public OutboxSchema schema() {
    return schema;
  }

  /**
   * The key of a record with a sequence: the sequence in 19 digits, so that keys sort by it and
   * each sequence can be used only once.
   *
   * @param sequence 0 or more
   */
  public RecordKey key(AggregateKey aggregate, long sequence) {
    return new RecordKey(partition(aggregate), padded(sequence));
  }

  /**
   * The key of a record without a sequence.
   *
   * @param unique a UUIDv7, which is unique and sorts by time
   */
  public RecordKey key(AggregateKey aggregate, String unique) {
    return new RecordKey(partition(aggregate), unique);
  }

  /**
   * The sequence in the key of an item, for a reader that puts items in order before it decodes
   * them. Any item may have a key of 19 digits; it is a sequence only if the item says the same,
   * names the aggregate of its key, as a damaged record does, or has a version that this codec
   * cannot read. Does not throw because of the item's content.
   *
   * @param item a complete item with this key
   */
  public OptionalLong sequence(RecordKey key, ItemView item) {
    OptionalLong sequence = sequence(key);
    return sequence.isPresent()
            && (says(item, sequence.getAsLong())
                || isNewer(item)
                || isPartition(
                    key.partition(),
                    text(item, RecordAttributes.AGGREGATE_TYPE),
                    text(item, RecordAttributes.AGGREGATE_ID)))
        ? sequence
        : OptionalLong.empty();
  }

  private static boolean says(ItemView item, long sequence) {
    AttributeView own = item.get(RecordAttributes.SEQUENCE);
    if (own == null || own.type() != AttributeType.N) {
      return false;
    }
    String text = own.number();
    return text.equals(Long.toString(sequence))
        || (WholeNumber.isWhole(text) && WholeNumber.compare(text, sequence) == 0);
  }

  private static String text(ItemView item, String name) {
    AttributeView value = item.get(name);
    return value == null || value.type() != AttributeType.S ? "" : value.string();
  }

  private static boolean isNewer(ItemView item) {
    AttributeView version = item.get(RecordAttributes.VERSION);
    return version != null
        && version.type() == AttributeType.N
        && WholeNumber.isWhole(version.number())
        && WholeNumber.compare(version.number(), LATEST) > 0;
  }

  /** The sequence in the key of a record that has one. */
  public OptionalLong sequence(RecordKey key) {
    String sort = key.sort();
    if (sort.length() != SEQUENCE_DIGITS) {
      return OptionalLong.empty();
    }
    long sequence = 0;
    for (int i = 0; i < SEQUENCE_DIGITS; i++) {
      int digit = sort.charAt(i) - '0';
      if (digit < 0 || digit > 9 || sequence > (Long.MAX_VALUE - digit) / 10) {
        return OptionalLong.empty();
      }
      sequence = 10 * sequence + digit;
    }
    return OptionalLong.of(sequence);
  }

  /**
   * Encodes a record as an item.
   *
   * @throws IllegalArgumentException if the key does not belong to this record, or if an unknown
   *     attribute has a name that the format uses
   */
  public Item encode(RecordKey key, OutboxRecord record) {
    return Item.ofOwned(encode(key, record, encoder));
  }

  /**
   * Returns an encoder of records as items of the host's own attribute values. It gives the same
   * items as {@link #encode(RecordKey, OutboxRecord)} and throws the same exceptions.
   */
  public <V> BiFunction<RecordKey, OutboxRecord, Map<String, V>> encoder(
      AttributeFactory<V> values) {
    return compressing(values, PayloadEncoder.NEVER);
  }

  /**
   * As {@link #encoder}, but compresses payloads with gzip if that makes them smaller. Decoding
   * restores them. Payloads over {@link FormatLimits#MAX_COMPRESSED_PAYLOAD_BYTES} stay as they
   * are.
   *
   * @param from minimum size in bytes of a payload to compress
   */
  public <V> BiFunction<RecordKey, OutboxRecord, Map<String, V>> compressing(
      AttributeFactory<V> values, int from) {
    RecordEncoder<V> own = new RecordEncoder<>(schema, new PayloadEncoder<>(values, from));
    return (key, record) -> encode(key, record, own);
  }

  private <V> Map<String, V> encode(
      RecordKey key, OutboxRecord record, RecordEncoder<V> recordEncoder) {
    if (!isPartition(key.partition(), record.aggregate().type(), record.aggregate().id())
        || !isSort(key.sort(), record.sequence())) {
      throw new IllegalArgumentException(
          "record of "
              + record.aggregate()
              + ": the key "
              + key
              + " does not belong to this record");
    }
    return recordEncoder.encode(key, record);
  }

  /**
   * Reads an item of the outbox. Never throws because of the item's content: see {@link
   * DecodeResult}.
   *
   * @param item a complete item for which {@link #isOutbox} holds
   */
  public DecodeResult decode(ItemView item) {
    try {
      return decoder.decode(item, this);
    } catch (MalformedException e) {
      return new Malformed(e.path() + ": " + e.problem());
    }
  }

  /**
   * Whether an item is in the outbox. Examines only its partition key, because most items of a
   * stream are business items.
   *
   * @param keys the item, or just its keys
   */
  public boolean isOutbox(ItemView keys) {
    AttributeView partition = keys.get(schema.partitionKey());
    return partition != null
        && partition.type() == AttributeType.S
        && partition.string().startsWith(schema.prefix());
  }

  /**
   * Whether an item has the keys that the schema names, of whatever type. If not, it is of another
   * table, or the schema is not its table's.
   *
   * @param keys the item, or just its keys
   */
  public boolean hasKeys(ItemView keys) {
    return keys.get(schema.partitionKey()) != null && keys.get(schema.sortKey()) != null;
  }

  private String partition(AggregateKey aggregate) {
    return schema.prefix() + aggregate.type() + '#' + aggregate.id();
  }

  boolean isPartition(String partition, String type, String id) {
    int typeAt = schema.prefix().length();
    int idAt = typeAt + type.length() + 1;
    return partition.length() == idAt + id.length()
        && partition.startsWith(schema.prefix())
        && partition.startsWith(type, typeAt)
        && partition.charAt(idAt - 1) == '#'
        && partition.startsWith(id, idAt);
  }

  boolean isSort(String sort, OptionalLong sequence) {
    return sequence.isEmpty() ? !sort.isEmpty() : isPadded(sort, sequence.getAsLong());
  }

  /** Compares without building the text: this runs for each record that is written or read. */
  private static boolean isPadded(String sort, long sequence) {
    if (sort.length() != SEQUENCE_DIGITS) {
      return false;
    }
    long rest = sequence;
    for (int i = SEQUENCE_DIGITS - 1; i >= 0; i--) {
      if (sort.charAt(i) != '0' + rest % 10) {
        return false;
      }
      rest /= 10;
    }
    return true;
  }

  private static String padded(long sequence) {
    if (sequence < 0) {
      throw new IllegalArgumentException("sequence " + sequence + ": must be 0 or more");
    }
    String digits = Long.toString(sequence);
    return ZEROS.substring(digits.length()) + digits;
  }
}
