package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Payload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** The items of parked events, which wait until the missing events before them have arrived. */
final class ParkedItems {
  private static final String ATTRIBUTES = "attributes";
  private static final String DATA = "data";

  private final InboxSettings settings;
  private final InboxKeys keys;
  private final PutOnce once;

  ParkedItems(InboxSettings settings, InboxKeys keys) {
    this.settings = settings;
    this.keys = keys;
    this.once = new PutOnce(settings, keys);
  }

  /** Puts an event under the condition that it is not parked yet. */
  Put put(OrderedEvent event) {
    return once.of(item(event));
  }

  private Map<String, AttributeValue> item(OrderedEvent event) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    event
        .event()
        .attributes()
        .forEach((name, text) -> attributes.put(name, AttributeValue.fromS(text)));
    Map<String, AttributeValue> item = new HashMap<>(keys.parked(event));
    item.put(ATTRIBUTES, AttributeValue.fromM(attributes));
    item.put(
        DATA,
        event
            .event()
            .data()
            .fold(
                text -> AttributeValue.fromS(text.text()),
                binary -> AttributeValue.fromB(SdkBytes.fromByteArray(binary.toBytes())),
                reference ->
                    AttributeValue.fromM(
                        Map.of(
                            "uri", AttributeValue.fromS(reference.uri()),
                            "length", AttributeValue.fromN(Long.toString(reference.length())),
                            "sha256", AttributeValue.fromS(reference.sha256())))));
    return item;
  }

  /** Deletes an event under the condition that it is still parked. */
  Delete delete(OrderedEvent event) {
    return Delete.builder()
        .tableName(settings.table())
        .key(keys.parked(event))
        .conditionExpression("attribute_exists(#key)")
        .expressionAttributeNames(Map.of("#key", keys.partitionKey()))
        .build();
  }

  /** The parked events of an aggregate, in order. */
  List<ReceivedEvent> of(String source, AggregateKey aggregate) {
    return settings
        .client()
        .queryPaginator(
            query ->
                query
                    .tableName(settings.table())
                    .consistentRead(true)
                    .keyConditionExpression("#key = :partition")
                    .expressionAttributeNames(Map.of("#key", keys.partitionKey()))
                    .expressionAttributeValues(
                        Map.of(
                            ":partition", AttributeValue.fromS(keys.parkedPartition(aggregate)))))
        .items()
        .stream()
        .map(ParkedItems::event)
        .filter(event -> event.source().equals(source))
        .toList();
  }

  private static ReceivedEvent event(Map<String, AttributeValue> item) {
    Map<String, String> attributes = new TreeMap<>();
    value(item, ATTRIBUTES).m().forEach((name, value) -> attributes.put(name, value.s()));
    AttributeValue data = value(item, DATA);
    return ReceivedEvent.of(attributes, payload(data));
  }

  private static Payload payload(AttributeValue data) {
    if (data.hasM()) {
      return new Payload.Reference(
          value(data.m(), "uri").s(),
          Long.parseLong(value(data.m(), "length").n()),
          value(data.m(), "sha256").s());
    }
    return data.s() == null ? Payload.of(data.b().asByteArray()) : Payload.of(data.s());
  }

  private static AttributeValue value(Map<String, AttributeValue> item, String name) {
    return Objects.requireNonNull(item.get(name), name);
  }
}
