package io.github.dynamooutbox.relay.internal.decode;

import io.github.dynamooutbox.format.AttributeType;
import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Reads stream records. Thread-safe. */
public final class Decoder {
  private static final Decoded NOT_OURS = new Decoded.NotOurs();

  private final RecordCodec codec;
  private final Set<String> regions;

  /**
   * A decoder for one relay.
   *
   * @param regions the regions whose records this relay publishes; all if empty
   */
  public Decoder(RecordCodec codec, Set<String> regions) {
    this.codec = codec;
    this.regions = Set.copyOf(regions);
  }

  public Decoded decode(StreamRecord record) {
    if (!codec.hasKeys(record.keys())) {
      return new Decoded.OtherKeys(Set.copyOf(record.keys().names()));
    }
    if (record.change() != ChangeType.INSERT || !codec.isOutbox(record.keys())) {
      return NOT_OURS;
    }
    if (record.newImage().isEmpty()) {
      return new Decoded.NoImage(key(record));
    }
    ItemView item = record.newImage().get();
    return codec
        .decode(item)
        .fold(
            decoded -> isServed(decoded.record()) ? events(record, decoded) : NOT_OURS,
            newer -> new Decoded.NotYet(key(record), newer.version()),
            malformed -> poison(record, item, malformed.message()));
  }

  /** Receives what the key of an outbox record says. */
  public interface Place {
    void isOf(String aggregate, OptionalLong sequence);
  }

  /**
   * Tells a record's place by its key alone, if that is the key of an outbox record that was
   * written: its aggregate as {@code type#id}, and its sequence if it has one.
   */
  public void place(StreamRecord record, Place place) {
    if (record.change() == ChangeType.INSERT && codec.isOutbox(record.keys())) {
      RecordKey key = key(record);
      place.isOf(aggregate(key), codec.sequence(key));
    }
  }

  /**
   * Whether the sequence in a record's key is one, as far as its content says: an item of somebody
   * else may have any key. Reads only a little of it.
   */
  public boolean isSequence(StreamRecord record) {
    return record
        .newImage()
        .map(item -> codec.sequence(key(record), item).isPresent())
        .orElse(true);
  }

  private String aggregate(RecordKey key) {
    return key.partition().substring(codec.schema().prefix().length());
  }

  /** The names of the keys that outbox records have, for messages. */
  public String keyNames() {
    OutboxSchema schema = codec.schema();
    return schema.partitionKey() + " and " + schema.sortKey();
  }

  private boolean isServed(OutboxRecord record) {
    return regions.isEmpty() || regions.contains(record.context().region());
  }

  private static Decoded events(StreamRecord record, DecodeResult.Decoded decoded) {
    int events = decoded.record().events().size();
    List<Envelope> envelopes = new ArrayList<>(events);
    for (int i = 0; i < events; i++) {
      envelopes.add(new Envelope(record.position(), decoded.key(), decoded.record(), i));
    }
    return new Decoded.Events(envelopes);
  }

  private Decoded poison(StreamRecord record, ItemView item, String message) {
    RecordKey key = key(record);
    return new Decoded.Poison(key, aggregate(key), item, message);
  }

  private RecordKey key(StreamRecord record) {
    OutboxSchema schema = codec.schema();
    return new RecordKey(
        text(record.keys(), schema.partitionKey()), text(record.keys(), schema.sortKey()));
  }

  /** The key's value; empty if it is not a string, because then it cannot be an outbox record's. */
  private static String text(ItemView item, String name) {
    AttributeView value = item.get(name);
    return value == null || value.type() != AttributeType.S ? "" : value.string();
  }
}
