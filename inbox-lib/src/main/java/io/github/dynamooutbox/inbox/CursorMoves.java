package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Updates of a cursor. Each has a condition that keeps it correct under concurrent calls. */
final class CursorMoves {
  private static final String LOWEST = new EventPosition(0, 0, 1).sequence();
  private static final Map<String, String> NAMES = Map.of("#n", Cursor.NEXT, "#f", Cursor.FROM);
  private static final Map<String, String> NAMES_WITH_PARKED =
      Map.of("#n", Cursor.NEXT, "#f", Cursor.FROM, "#p", Cursor.PARKED);

  private final String table;
  private final InboxKeys keys;
  private final OrderGuard guard;

  CursorMoves(InboxSettings settings, InboxKeys keys) {
    this.table = settings.table();
    this.keys = keys;
    this.guard = settings.guard();
  }

  /** Whether events may be parked behind this one. */
  enum Parked {
    /** No: a parked event fails the condition, so that the caller finds out. */
    NONE,
    /** Yes. */
    SOME,
    /** Yes, and this event itself was parked and no longer is. */
    SELF
  }

  /** Moves the cursor past the next event. */
  Update next(OrderedEvent event, Parked parked) {
    if (guard.seesSomeEvents()) {
      return jump(event, "<=");
    }
    String isNext =
        guard.mayStartWith(event.position())
            ? "(#n = :this OR attribute_not_exists(#n))"
            : "#n = :this";
    return move(
        event,
        isNext + (parked == Parked.NONE ? " AND (attribute_not_exists(#p) OR #p = :none)" : ""),
        "SET #n = :after, #f = if_not_exists(#f, :this)",
        parked);
  }

  /**
   * Moves the cursor past an event with a gap before it. The cursor then proves nothing about the
   * events in the gap.
   */
  Update over(OrderedEvent event) {
    return jump(event, "<");
  }

  private Update jump(OrderedEvent event, String below) {
    return move(
        event,
        "attribute_not_exists(#n) OR #n " + below + " :this",
        "SET #n = :after, #f = :this",
        Parked.SOME);
  }

  private Update move(OrderedEvent event, String condition, String set, Parked parked) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":this", AttributeValue.fromS(event.position().sequence()));
    values.put(":after", AttributeValue.fromS(event.position().nextSequence()));
    if (condition.contains(":none")) {
      values.put(":none", AttributeValue.fromN("0"));
    }
    if (parked == Parked.SELF) {
      values.put(":one", AttributeValue.fromN("1"));
    }
    return update(event.event().source(), event.aggregate())
        .conditionExpression(condition)
        .updateExpression(set + (parked == Parked.SELF ? ", #p = #p - :one" : ""))
        .expressionAttributeNames(names(condition.contains("#p") || parked == Parked.SELF))
        .expressionAttributeValues(values)
        .build();
  }

  /** Counts one more parked event, under the condition that events before it are still missing. */
  Update park(OrderedEvent event) {
    return update(event.event().source(), event.aggregate())
        .conditionExpression("attribute_not_exists(#n) OR #n < :this")
        .updateExpression("ADD #p :one")
        .expressionAttributeNames(Map.of("#n", Cursor.NEXT, "#p", Cursor.PARKED))
        .expressionAttributeValues(
            Map.of(
                ":one", AttributeValue.fromN("1"),
                ":this", AttributeValue.fromS(event.position().sequence())))
        .build();
  }

  /** Counts one parked event fewer. */
  Update unpark(OrderedEvent event) {
    return update(event.event().source(), event.aggregate())
        .updateExpression("SET #p = #p - :one")
        .expressionAttributeNames(Map.of("#p", Cursor.PARKED))
        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
        .build();
  }

  /**
   * Moves the cursor to the event after a position, unless it is already there. Everything before
   * counts as handled.
   */
  Update skip(String source, AggregateKey aggregate, EventPosition through) {
    return update(source, aggregate)
        .conditionExpression("attribute_not_exists(#n) OR #n < :after")
        .updateExpression("SET #n = :after, #f = if_not_exists(#f, :lowest)")
        .expressionAttributeNames(names(false))
        .expressionAttributeValues(
            Map.of(
                ":after", AttributeValue.fromS(through.nextSequence()),
                ":lowest", AttributeValue.fromS(LOWEST)))
        .build();
  }

  private Update.Builder update(String source, AggregateKey aggregate) {
    return Update.builder()
        .tableName(table)
        .key(keys.cursor(source, aggregate))
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
  }

  private static Map<String, String> names(boolean parked) {
    return parked ? NAMES_WITH_PARKED : NAMES;
  }
}
