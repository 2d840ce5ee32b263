package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueState.Absent;
import io.github.dynamooutbox.relay.park.queue.QueueState.Closing;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The item that a queue has as long as it is held or being closed, and only then. */
final class QueueStates {
  static final String STATE = "state";
  static final String LAST = "last";
  static final String UNTIL = "until";
  static final String BY = "by";
  static final String OLDEST = "oldest";

  /**
   * A lane whose state exists but which views may not look for yet: nothing may be appended to it.
   */
  static final String OPENING = "OPENING";

  static final String HELD = "HELD";
  static final String CLOSING = "CLOSING";
  private static final String SINCE = "since";
  private static final String TARGET = "target";
  private static final String AGGREGATE = "aggregate";
  private static final String PART = "part";
  private static final String KIND = "kind";
  private static final String COUNT = "n_";
  private static final String PART_KIND = "PART";
  private static final String LANE_KIND = "LANE";
  private static final String SINGLE_KIND = "SINGLE";

  private QueueStates() {}

  static Map<String, AttributeValue> of(
      Map<String, AttributeValue> key, QueueName queue, String state, long last, Instant now) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(STATE, text(state));
    item.put(LAST, number(last));
    item.put(SINCE, millis(now));
    item.put(OLDEST, millis(now));
    item.put(TARGET, text(queue.target()));
    item.put(PART, number(queue.part()));
    item.put(KIND, text(queue.fold(part -> PART_KIND, lane -> LANE_KIND, single -> SINGLE_KIND)));
    queue.closedLane().ifPresent(lane -> item.put(AGGREGATE, text(lane.aggregate())));
    return item;
  }

  static String count(ParkReason reason) {
    return COUNT + reason.name();
  }

  /** The state as an append sees it. */
  static QueueState forAppend(Map<String, AttributeValue> item) {
    return isOpening(item) ? new Absent() : forRedrive(item);
  }

  /**
   * The state as a redrive sees it: a queue may contain events although holding it was never
   * completed.
   */
  static QueueState forRedrive(Map<String, AttributeValue> item) {
    if (item.isEmpty()) {
      return new Absent();
    }
    return textOf(item, STATE).equals(CLOSING)
        ? new Closing(instantOf(item, UNTIL), textOf(item, BY))
        : new Held(numberOf(item, LAST));
  }

  static boolean isHeld(Map<String, AttributeValue> item) {
    return !item.isEmpty() && textOf(item, STATE).equals(HELD);
  }

  static boolean isOpening(Map<String, AttributeValue> item) {
    return !item.isEmpty() && textOf(item, STATE).equals(OPENING);
  }

  static QueueSummary summary(Map<String, AttributeValue> item) {
    Map<ParkReason, Long> counts = new EnumMap<>(ParkReason.class);
    for (ParkReason reason : ParkReason.values()) {
      AttributeValue count = item.get(count(reason));
      if (count != null && Long.parseLong(count.n()) > 0) {
        counts.put(reason, Long.parseLong(count.n()));
      }
    }
    return new QueueSummary(
        queue(item), forRedrive(item), instantOf(item, SINCE), instantOf(item, OLDEST), counts);
  }

  private static QueueName queue(Map<String, AttributeValue> item) {
    String target = textOf(item, TARGET);
    int part = (int) numberOf(item, PART);
    return switch (textOf(item, KIND)) {
      case PART_KIND -> new QueueName.Part(target, part);
      case SINGLE_KIND -> new QueueName.Single(target, part);
      case LANE_KIND -> new QueueName.Lane(new LaneKey(target, textOf(item, AGGREGATE)));
      default ->
          throw new IllegalStateException(
              "a queue has the unknown kind %s: upgrade the program that reads it"
                  .formatted(textOf(item, KIND)));
    };
  }

  /** Events by reason. */
  static Map<ParkReason, Integer> counts(List<ParkedEvent> events) {
    Map<ParkReason, Integer> counts = new EnumMap<>(ParkReason.class);
    events.forEach(event -> counts.merge(event.cause().reason(), 1, Integer::sum));
    return counts;
  }

  /**
   * By how much counts fall if only these events of a segment are left; negative where one rises.
   */
  static Map<ParkReason, Integer> less(Segment segment, List<ParkedEvent> left) {
    Map<ParkReason, Integer> less = counts(segment.events());
    counts(left).forEach((reason, count) -> less.merge(reason, -count, Integer::sum));
    less.values().removeIf(count -> count == 0);
    return less;
  }
}
