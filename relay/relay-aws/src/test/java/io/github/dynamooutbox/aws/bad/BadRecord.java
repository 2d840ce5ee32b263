package io.github.dynamooutbox.aws.bad;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A stream record for tests: a good one, and whatever a test spoils about it. Written attribute by
 * attribute, since the codec writes nothing that is bad.
 */
final class BadRecord {
  private static final String NOW = Long.toString(System.currentTimeMillis());

  private final Map<String, Attribute> attributes = new LinkedHashMap<>();
  private final Map<String, Attribute> event = new LinkedHashMap<>();
  private ChangeType change = ChangeType.INSERT;
  private boolean hasImage = true;

  /**
   * A good record with one event.
   *
   * @param type the aggregate's type, by which the test's rules choose a target
   */
  BadRecord(String type, String id) {
    set("PK", Attribute.string("OUTBOX#" + type + "#" + id));
    set("SK", Attribute.string("0000000000000000007"));
    set("v", Attribute.number(1));
    set("aggregateType", Attribute.string(type));
    set("aggregateId", Attribute.string(id));
    set("sequence", Attribute.number(7));
    set("source", Attribute.string("/shop/orders"));
    set("writtenAt", Attribute.number(NOW));
    set("region", Attribute.string("us-east-1"));
    set("ttl", Attribute.number(1_900_000_000));
    ofEvent("id", Attribute.string("event-of-" + id));
    ofEvent("type", Attribute.string("OrderPlaced"));
    ofEvent("time", Attribute.number(NOW));
    ofEvent("contentType", Attribute.string("application/json"));
    ofEvent("data", Attribute.string("{\"total\":1}"));
  }

  BadRecord set(String name, Attribute value) {
    attributes.put(name, value);
    return this;
  }

  BadRecord set(String name, String text) {
    return set(name, Attribute.string(text));
  }

  BadRecord without(String name) {
    attributes.remove(name);
    return this;
  }

  BadRecord ofEvent(String name, Attribute value) {
    event.put(name, value);
    return this;
  }

  BadRecord ofEvent(String name, String text) {
    return ofEvent(name, Attribute.string(text));
  }

  BadRecord withoutOfEvent(String name) {
    event.remove(name);
    return this;
  }

  /** Text of another kind than JSON. */
  BadRecord text(String text) {
    return ofEvent("contentType", "text/plain").ofEvent("data", text);
  }

  String aggregateType() {
    return attributes.get("aggregateType").string();
  }

  BadRecord change(ChangeType value) {
    change = value;
    return this;
  }

  BadRecord withoutImage() {
    hasImage = false;
    return this;
  }

  StreamRecord at(StreamPosition position) {
    attributes.putIfAbsent("events", Attribute.list(List.of(Attribute.map(item(event)))));
    Item keys = item(Map.of("PK", attributes.get("PK"), "SK", attributes.get("SK")));
    return new StreamRecord(
        position, change, keys, hasImage ? Optional.of(item(attributes)) : Optional.empty());
  }

  private static Item item(Map<String, Attribute> attributes) {
    Item.Builder item = Item.builder();
    attributes.forEach(item::put);
    return item.build();
  }
}
