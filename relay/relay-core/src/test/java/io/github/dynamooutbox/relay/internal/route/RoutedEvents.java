package io.github.dynamooutbox.relay.internal.route;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.ContextAttribute;
import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** Events of which no two fields have the same value, and what of them rules may look at. */
final class RoutedEvents {
  /** What identifies an event or traces it is no reason to send it somewhere. */
  private static final Set<String> NOT_FOR_RULES = Set.of("id", "traceparent", "tracestate");

  private RoutedEvents() {}

  /** Some event: what is optional may be missing, and it may be a heartbeat. */
  static Envelope any(Random random) {
    String aggregateType = random.nextInt(4) == 0 ? Heartbeats.AGGREGATE_TYPE : "Order";
    Instant time = Instant.EPOCH;
    Map<String, String> headers = new HashMap<>();
    optional(random, "one").ifPresent(value -> headers.put("one", value));
    optional(random, "two").ifPresent(value -> headers.put("two", value));
    OutboxEvent event =
        new OutboxEvent(
            value(random, "id"),
            value(random, "type"),
            time,
            value(random, "contentType"),
            optional(random, "schema"),
            Payload.of("data"),
            Optional.empty(),
            headers);
    Map<ContextAttribute, String> attributes = new EnumMap<>(ContextAttribute.class);
    for (ContextAttribute each : ContextAttribute.all()) {
      optional(random, each.label()).ifPresent(value -> attributes.put(each, value));
    }
    CommitContext context =
        new CommitContext(value(random, "source"), time, value(random, "region"), attributes);
    OutboxRecord record =
        new OutboxRecord(
            new AggregateKey(aggregateType, value(random, "aggregate")),
            OptionalLong.of(1),
            List.of(event),
            context,
            time,
            Item.empty());
    return new Envelope(new StreamPosition("1"), new RecordKey("p", "s"), record, 0);
  }

  private static String value(Random random, String what) {
    return what + random.nextInt(3);
  }

  private static Optional<String> optional(Random random, String what) {
    return random.nextBoolean() ? Optional.empty() : Optional.of(value(random, what));
  }

  /** The fields of the event and its context by name, whatever the order of their constructors. */
  static Map<String, String> fields(Envelope event) {
    Map<String, String> fields = new TreeMap<>();
    texts(event.event()).forEach(fields::put);
    texts(event.record().context()).forEach(fields::put);
    event
        .record()
        .context()
        .attributes()
        .forEach((attribute, text) -> fields.put(attribute.itemName(), text));
    fields.keySet().removeAll(NOT_FOR_RULES);
    fields.put("aggregateType", event.aggregate().type());
    fields.put("aggregateId", event.aggregate().id());
    event.event().headers().forEach((name, value) -> fields.put("headers." + name, value));
    return fields;
  }

  private static Map<String, String> texts(Record record) {
    Map<String, String> texts = new HashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      Object value;
      try {
        value = component.getAccessor().invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new LinkageError("a component of a public record is public", e);
      }
      if (value instanceof Optional<?> optional) {
        value = optional.orElse(null);
      }
      if (value instanceof String text) {
        texts.put(component.getName(), text);
      }
    }
    return texts;
  }
}
