package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Updates of a cursor. Each has a condition that keeps it correct under concurrent calls. */
final class CursorMoves {
  private static final String LOWEST = new EventPosition(0, 0, 1).sequence();
  private static final AttributeValue NONE = AttributeValue.fromN("0");
  private static final AttributeValue ONE = AttributeValue.fromN("1");
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
    return move(
        event,
        isNext(event, parked),
        guard.seesSomeEvents()
            ? "SET #n = :after, #f = :this"
            : "SET #n = :after, #f = if_not_exists(#f, :this)",
        parked);
  }

  /** Checks that an event is the next one, and that none is parked. */
  ConditionCheck check(OrderedEvent event) {
    String condition = isNext(event, Parked.NONE);
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":this", sequence(event)));
    if (condition.contains(":none")) {
      values.put(":none", NONE);
    }
    return ConditionCheck.builder()
        .tableName(table)
        .key(keys.cursor(event.event().source(), event.aggregate()))
        .conditionExpression(condition)
        .expressionAttributeNames(
            condition.contains("#p")
                ? Map.of("#n", Cursor.NEXT, "#p", Cursor.PARKED)
                : Map.of("#n", Cursor.NEXT))
        .expressionAttributeValues(values)
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private String isNext(OrderedEvent event, Parked parked) {
    if (guard.seesSomeEvents()) {
      return "attribute_not_exists(#n) OR #n <= :this";
    }
    String isNext =
        guard.mayStartWith(event.position())
            ? "(#n = :this OR attribute_not_exists(#n))"
            : "#n = :this";
    return isNext + (parked == Parked.NONE ? " AND (attribute_not_exists(#p) OR #p = :none)" : "");
  }

  /**
   * Moves the cursor past an event with a gap before it. The cursor then proves nothing about the
   * events in the gap.
   */
  Update over(OrderedEvent event, Parked parked) {
    return move(
        event, "attribute_not_exists(#n) OR #n < :this", "SET #n = :after, #f = :this", parked);
  }

  private Update move(OrderedEvent event, String condition, String set, Parked parked) {
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":this", sequence(event));
    values.put(":after", AttributeValue.fromS(event.position().nextSequence()));
    if (condition.contains(":none")) {
      values.put(":none", NONE);
    }
    if (parked == Parked.SELF) {
      values.put(":one", ONE);
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
        .expressionAttributeValues(Map.of(":one", ONE, ":this", sequence(event)))
        .build();
  }

  /** Counts one more parked event, under the condition that others are parked. */
  Update parkBehindOthers(OrderedEvent event) {
    return update(event.event().source(), event.aggregate())
        .conditionExpression("#n <= :this AND :none < #p")
        .updateExpression("ADD #p :one")
        .expressionAttributeNames(Map.of("#n", Cursor.NEXT, "#p", Cursor.PARKED))
        .expressionAttributeValues(Map.of(":one", ONE, ":none", NONE, ":this", sequence(event)))
        .build();
  }

  /** Counts one parked event fewer. */
  Update unpark(OrderedEvent event) {
    return update(event.event().source(), event.aggregate())
        .updateExpression("SET #p = #p - :one")
        .expressionAttributeNames(Map.of("#p", Cursor.PARKED))
        .expressionAttributeValues(Map.of(":one", ONE))
        .build();
  }

  /**
   * Moves the cursor to the event after a position, unless it is already there. What is missing
   * before it counts as handled; what is parked before it stays parked until it is handled.
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

  private static AttributeValue sequence(OrderedEvent event) {
    return AttributeValue.fromS(event.position().sequence());
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
