package io.github.dynamooutbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import java.util.Map;
import java.util.TreeMap;

/** Events as a relay publishes them. No two have the same payload, and all kinds of it occur. */
final class Events {
  static final String SOURCE = "/shop/orders";

  /** Has aggregates of the same names. */
  static final String OTHER_SOURCE = "/shop/returns";

  private static final int KINDS = 3;

  private Events() {}

  static AggregateKey order(String id) {
    return new AggregateKey("Order", id);
  }

  /** The only event of its version. The first version's payload is JSON. */
  static ReceivedEvent at(AggregateKey aggregate, long version) {
    return at(aggregate, new EventPosition(version, 0, 1));
  }

  static ReceivedEvent at(AggregateKey aggregate, EventPosition position) {
    return at(SOURCE, aggregate, position);
  }

  static ReceivedEvent at(String source, AggregateKey aggregate, EventPosition position) {
    String sequence = position.sequence();
    Map<String, String> attributes = attributes(source, aggregate, sequence);
    attributes.put("sequence", sequence);
    position.sequenceCount().ifPresent(count -> attributes.put("sequencecount", count));
    String json = "{\"total\":\"%s of %s\"}".formatted(position, source);
    byte[] bytes = json.getBytes(UTF_8);
    return switch ((int) ((position.version() + position.index()) % KINDS)) {
      case 0 -> reference(attributes, bytes);
      case 1 -> ReceivedEvent.of(attributes, Payload.of(json));
      default -> {
        attributes.put("datacontenttype", "application/octet-stream");
        yield ReceivedEvent.of(attributes, Payload.of(bytes));
      }
    };
  }

  private static ReceivedEvent reference(Map<String, String> attributes, byte[] payload) {
    String hash = Sha256.hex(payload);
    String uri = "s3://payloads/" + hash;
    attributes.put("dataref", uri);
    attributes.put("datareflength", Integer.toString(payload.length));
    attributes.put("datarefsha256", hash);
    return ReceivedEvent.of(attributes, new Payload.Reference(uri, payload.length, hash, true));
  }

  static ReceivedEvent unsequenced(AggregateKey aggregate, String id) {
    return ReceivedEvent.of(
        attributes(SOURCE, aggregate, id), Payload.of("{\"of\":\"" + id + "\"}"));
  }

  /** The same event with one attribute more, or another value of it. */
  static ReceivedEvent with(ReceivedEvent event, String name, String value) {
    Map<String, String> attributes = new TreeMap<>(event.attributes());
    attributes.put(name, value);
    return ReceivedEvent.of(attributes, event.data());
  }

  private static Map<String, String> attributes(String source, AggregateKey aggregate, String id) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("specversion", "1.0");
    attributes.put("id", aggregate + "/" + id);
    attributes.put("source", source);
    attributes.put("type", "OrderPlaced");
    attributes.put("partitionkey", aggregate.toString());
    attributes.put("channel", "channel of " + id);
    return attributes;
  }
}
