package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import java.util.Map;
import java.util.TreeMap;

/** Events as a relay publishes them. */
final class Events {
  static final String SOURCE = "/shop/orders";

  private Events() {}

  static AggregateKey order(String id) {
    return new AggregateKey("Order", id);
  }

  /** The only event of its version. */
  static ReceivedEvent at(AggregateKey aggregate, long version) {
    return at(aggregate, new EventPosition(version, 0, 1));
  }

  static ReceivedEvent at(AggregateKey aggregate, EventPosition position) {
    Map<String, String> attributes = attributes(aggregate, position.sequence());
    attributes.put("sequence", position.sequence());
    position.sequenceCount().ifPresent(count -> attributes.put("sequencecount", count));
    return ReceivedEvent.of(attributes, Payload.of("{\"total\":12}"));
  }

  static ReceivedEvent unsequenced(AggregateKey aggregate, String id) {
    return ReceivedEvent.of(attributes(aggregate, id), Payload.of("{}"));
  }

  private static Map<String, String> attributes(AggregateKey aggregate, String id) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("id", aggregate + "/" + id);
    attributes.put("source", SOURCE);
    attributes.put("type", "OrderPlaced");
    attributes.put("partitionkey", aggregate.toString());
    return attributes;
  }
}
