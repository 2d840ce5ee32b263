package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.seconds;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.aws.internal.table.Cancellation;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Marks of events that left their queues by an operator's decision. */
final class DurableWaysOut implements WayOutTable {
  private static final String RECORD_PARTITION = "recordPK";
  private static final String RECORD_SORT = "recordSK";
  private static final String INDEX = "index";
  private static final String SENT_TO = "sentTo";
  private static final String BY = "by";
  private static final String REASON = "reason";
  private static final String AT = "at";

  private final Calls calls;
  private final QueueKeys keys;
  private final SegmentStore segments;
  private final Duration retention;

  DurableWaysOut(Calls calls, Keys keys, Duration retention) {
    this.calls = calls;
    this.keys = new QueueKeys(keys);
    this.segments = new SegmentStore(calls, this.keys);
    this.retention = retention;
  }

  @Override
  public CompletionStage<Boolean> takeOut(
      Segment segment, List<ParkedEvent> left, List<WayOut> marks) {
    if (marks.size() > MOST_MARKS) {
      throw new IllegalArgumentException(
          "%d marks: at most %d fit into a transaction".formatted(marks.size(), MOST_MARKS));
    }
    StateChange counts = new StateChange().ifThere().count(QueueStates.less(segment, left), -1);
    List<TransactWriteItem> actions = new ArrayList<>();
    actions.add(segments.replacement(segment, left));
    actions.add(
        TransactWriteItem.builder()
            .update(counts.asUpdate(calls.table(), keys.state(segment.queue())))
            .build());
    marks.forEach(mark -> actions.add(put(mark)));
    return calls.runThroughContention(client -> Cancellation.write(client, actions));
  }

  private TransactWriteItem put(WayOut mark) {
    Map<String, AttributeValue> item = item(keys, mark);
    item.put(Keys.TTL, seconds(mark.at().plus(retention)));
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(calls.table()).item(item).build())
        .build();
  }

  static Map<String, AttributeValue> item(QueueKeys keys, WayOut mark) {
    Map<String, AttributeValue> item = new HashMap<>(keys.wayOut(mark));
    mark.origin()
        .ifPresent(
            origin -> {
              item.put(RECORD_PARTITION, text(origin.record().partition()));
              item.put(RECORD_SORT, text(origin.record().sort()));
              item.put(INDEX, number(origin.index()));
            });
    mark.sentTo().ifPresent(target -> item.put(SENT_TO, text(target)));
    item.put(BY, text(mark.by()));
    item.put(REASON, text(mark.reason()));
    item.put(AT, millis(mark.at()));
    return item;
  }

  @Override
  public CompletionStage<List<WayOut>> of(String eventId) {
    return calls.run(
        client ->
            client
                .queryPaginator(
                    request ->
                        request
                            .tableName(calls.table())
                            .consistentRead(true)
                            .keyConditionExpression("PK = :event")
                            .expressionAttributeValues(
                                Map.of(":event", text(keys.wayOutPartition(eventId)))))
                .items()
                .stream()
                .map(item -> wayOut(eventId, item))
                .toList());
  }

  static WayOut wayOut(String eventId, Map<String, AttributeValue> item) {
    return new WayOut(
        eventId,
        origin(item),
        QueueKeys.targetOfWayOut(textOf(item, Keys.SK)),
        Optional.ofNullable(item.get(SENT_TO)).map(AttributeValue::s),
        textOf(item, BY),
        textOf(item, REASON),
        instantOf(item, AT));
  }

  /** Empty in a mark from before 0.1.0: such a mark applies to every event with its id. */
  private static Optional<WayOut.Origin> origin(Map<String, AttributeValue> item) {
    return item.containsKey(INDEX)
        ? Optional.of(
            new WayOut.Origin(
                new RecordKey(textOf(item, RECORD_PARTITION), textOf(item, RECORD_SORT)),
                (int) numberOf(item, INDEX)))
        : Optional.empty();
  }
}
