package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** The state of a closed lane as an item: it exists as long as the lane is closed. */
final class LaneItems {
  private static final Map<String, String> NAMES =
      Map.of(
          "#target", "target",
          "#aggregate", "aggregate",
          "#reason", "reason",
          "#since", "since",
          "#count", "count");

  private static final Map<String, String> COUNT = Map.of("#count", "count");

  private LaneItems() {}

  /** One event more; the lane is closed from now on. */
  static Update closing(String table, Map<String, AttributeValue> key, ParkedEvent event) {
    LaneKey lane = event.place().lane();
    return Update.builder()
        .tableName(table)
        .key(key)
        .updateExpression(
            "SET #target = :target, #aggregate = :aggregate,"
                + " #reason = if_not_exists(#reason, :reason),"
                + " #since = if_not_exists(#since, :since) ADD #count :one")
        .expressionAttributeNames(NAMES)
        .expressionAttributeValues(
            Map.of(
                ":target", text(lane.target()),
                ":aggregate", text(lane.aggregate()),
                ":reason", text(event.cause().reason().name()),
                ":since", millis(event.attempts().last()),
                ":one", number(1)))
        .build();
  }

  /** One event more in a lane that is closed. */
  static Update oneMore(String table, Map<String, AttributeValue> key) {
    return Update.builder()
        .tableName(table)
        .key(key)
        .updateExpression("ADD #count :one")
        .conditionExpression("attribute_exists(PK)")
        .expressionAttributeNames(COUNT)
        .expressionAttributeValues(Map.of(":one", number(1)))
        .build();
  }

  /** One event less in a lane that stays closed. */
  static Update oneLess(String table, Map<String, AttributeValue> key) {
    return Update.builder()
        .tableName(table)
        .key(key)
        .updateExpression("ADD #count :less")
        .conditionExpression("#count > :zero")
        .expressionAttributeNames(COUNT)
        .expressionAttributeValues(Map.of(":less", number(-1), ":zero", number(0)))
        .build();
  }

  static ParkedLane laneOf(Map<String, AttributeValue> item) {
    return new ParkedLane(
        new LaneKey(textOf(item, "target"), textOf(item, "aggregate")),
        numberOf(item, "count"),
        ParkReason.valueOf(textOf(item, "reason")),
        instantOf(item, "since"));
  }
}
