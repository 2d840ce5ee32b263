package io.github.dynamooutbox.format;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.DecodeResult.NewerVersion;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** Reads a record from an item; throws {@link MalformedException} if that is impossible. */
final class RecordDecoder {
  private final OutboxSchema schema;
  private final Set<String> known;

  RecordDecoder(OutboxSchema schema) {
    this.schema = schema;
    this.known = schema.recordAttributes();
  }

  DecodeResult decode(ItemView item, RecordCodec codec) {
    Fields fields = Fields.ofRecord(item);
    String partition = fields.text(schema.partitionKey());
    if (!partition.startsWith(schema.prefix())) {
      throw fields.wrong(schema.partitionKey(), "does not start with the outbox prefix");
    }
    String sort = fields.text(schema.sortKey());
    String version = fields.number(RecordAttributes.VERSION);
    if (WholeNumber.compare(version, RecordCodec.LATEST) > 0) {
      return new NewerVersion(version);
    }
    if (WholeNumber.compare(version, RecordCodec.VERSION) < 0) {
      throw fields.wrong(RecordAttributes.VERSION, "is lower than 1, the first version");
    }
    OutboxRecord record = record(fields);
    if (!codec.isPartition(partition, record.aggregate().type(), record.aggregate().id())) {
      throw fields.wrong(schema.partitionKey(), "is not the key of the record's aggregate");
    }
    if (!codec.isSort(sort, record.sequence())) {
      throw fields.wrong(schema.sortKey(), "is not the key of the record's sequence");
    }
    return new Decoded(new RecordKey(partition, sort), record);
  }

  private OutboxRecord record(Fields fields) {
    return new OutboxRecord(
        aggregate(fields),
        sequence(fields),
        events(fields),
        context(fields),
        expiresAt(fields),
        fields.unknown(known));
  }

  private static AggregateKey aggregate(Fields fields) {
    String type = fields.text(RecordAttributes.AGGREGATE_TYPE);
    if (type.indexOf('#') >= 0) {
      throw fields.wrong(RecordAttributes.AGGREGATE_TYPE, "contains '#'");
    }
    return new AggregateKey(type, fields.text(RecordAttributes.AGGREGATE_ID));
  }

  private static OptionalLong sequence(Fields fields) {
    OptionalLong sequence = fields.optionalLong(RecordAttributes.SEQUENCE);
    if (sequence.isPresent() && sequence.getAsLong() < 0) {
      throw fields.wrong(RecordAttributes.SEQUENCE, "is negative");
    }
    return sequence;
  }

  private static List<OutboxEvent> events(Fields fields) {
    List<? extends AttributeView> list = fields.list(RecordAttributes.EVENTS);
    if (list.isEmpty()) {
      throw fields.wrong(RecordAttributes.EVENTS, "is empty");
    }
    List<OutboxEvent> events = new ArrayList<>(list.size());
    for (int index = 0; index < list.size(); index++) {
      events.add(EventDecoder.decode(Fields.ofEvent(list.get(index), index)));
    }
    return events;
  }

  private static CommitContext context(Fields fields) {
    Map<ContextAttribute, String> attributes = new EnumMap<>(ContextAttribute.class);
    for (ContextAttribute attribute : ContextAttribute.all()) {
      fields.optionalText(attribute.itemName()).ifPresent(text -> attributes.put(attribute, text));
    }
    return new CommitContext(
        fields.text(RecordAttributes.SOURCE),
        fields.millis(RecordAttributes.WRITTEN_AT),
        fields.text(RecordAttributes.REGION),
        attributes);
  }

  private Instant expiresAt(Fields fields) {
    long seconds = fields.longNumber(schema.ttlAttribute());
    try {
      return Instant.ofEpochSecond(seconds);
    } catch (DateTimeException e) {
      throw fields.wrong(schema.ttlAttribute(), "is out of range");
    }
  }
}
