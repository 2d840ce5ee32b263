package io.github.dynamooutbox.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A projection that forgets nothing: of each aggregate all that was applied to it, whole events in
 * their order.
 */
final class Effects implements EventHandler {
  private final DynamoDbClient client;
  private final String table;
  private final String consumer;

  /** By instance: a model asks for the same events again and again. */
  private final Map<ReceivedEvent, String> wholes = new ConcurrentHashMap<>();

  Effects(DynamoDbClient client, String table, String consumer) {
    this.client = client;
    this.table = table;
    this.consumer = consumer;
  }

  @Override
  public void handle(ReceivedEvent event, InboxTransaction transaction) {
    transaction.update(
        update ->
            update
                .key(key(event))
                .updateExpression("SET history = list_append(if_not_exists(history, :none), :this)")
                .expressionAttributeValues(Map.of(":none", list(), ":this", list(whole(event)))));
  }

  String whole(ReceivedEvent event) {
    return wholes.computeIfAbsent(event, WholeEvent::of);
  }

  private static AttributeValue list(String... texts) {
    return AttributeValue.fromL(Arrays.stream(texts).map(AttributeValue::fromS).toList());
  }

  private Map<String, AttributeValue> key(ReceivedEvent event) {
    return Map.of(
        "PK",
        AttributeValue.fromS(consumer + '#' + event.aggregate().orElseThrow()),
        "SK",
        AttributeValue.fromS(event.source()));
  }

  /** How often exactly this event was applied. */
  int times(ReceivedEvent event) {
    String whole = whole(event);
    return (int) history(event).stream().filter(whole::equals).count();
  }

  /** What was applied to the aggregate of this event. */
  List<String> history(ReceivedEvent event) {
    AttributeValue history =
        client
            .getItem(get -> get.tableName(table).key(key(event)).consistentRead(true))
            .item()
            .get("history");
    return history == null ? List.of() : history.l().stream().map(AttributeValue::s).toList();
  }

  /** Nothing but these events of an aggregate was applied, each once, in this order. */
  void assertApplied(List<ReceivedEvent> events) {
    assertThat(history(events.get(0))).containsExactlyElementsOf(WholeEvent.of(events));
  }

  /** As {@link #assertApplied(List)}. */
  void assertApplied(ReceivedEvent... events) {
    assertApplied(List.of(events));
  }
}
