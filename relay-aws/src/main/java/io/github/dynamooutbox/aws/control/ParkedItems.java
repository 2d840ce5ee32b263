package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.instantOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.millis;
import static io.github.dynamooutbox.aws.control.AttributeValues.number;
import static io.github.dynamooutbox.aws.control.AttributeValues.numberOf;
import static io.github.dynamooutbox.aws.control.AttributeValues.text;
import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Parked events as items, and back. Times are kept to the millisecond. */
final class ParkedItems {
  static final String PUBLISHED = "published";

  /** With keys of every size, these leave the record its 390 KB of the item's 400 KB. */
  static final int MAX_MESSAGE_BYTES = 1024;

  static final int MAX_CODE_BYTES = 128;

  private static final String RECORD_PK = "recordPK";
  private static final String RECORD_SK = "recordSK";
  private static final String POSITION = "position";
  private static final String INDEX = "index";
  private static final String REASON = "reason";
  private static final String CODE = "code";
  private static final String MESSAGE = "message";
  private static final String ATTEMPTS = "attempts";
  private static final String FIRST_AT = "firstAt";
  private static final String LAST_AT = "lastAt";

  /** DynamoDB quota: 400 KB. */
  private static final int MAX_ITEM_BYTES = 400 * 1024;

  private ParkedItems() {}

  /**
   * A parked event's item.
   *
   * @throws UnparkableException if DynamoDB would never take it
   */
  static Map<String, AttributeValue> of(Map<String, AttributeValue> key, ParkedEvent event) {
    Map<String, AttributeValue> item = itemOf(key, event);
    // A copy that is a map fits, since records have at most 390 KB.
    if (RecordCopy.isDeflated(item)) {
      long bytes = RecordSize.of(new SdkItem(item));
      if (bytes > MAX_ITEM_BYTES) {
        throw new UnparkableException(
            "record %s cannot be parked: %d bytes with its deflated copy, and an item has %d at most"
                .formatted(event.place().record(), bytes, MAX_ITEM_BYTES));
      }
    }
    return item;
  }

  private static Map<String, AttributeValue> itemOf(
      Map<String, AttributeValue> key, ParkedEvent event) {
    Place place = event.place();
    Cause cause = event.cause();
    Attempts attempts = event.attempts();
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put(POSITION, text(place.position().sequenceNumber()));
    item.put(INDEX, number(place.index()));
    item.put(RECORD_PK, text(place.record().partition()));
    item.put(RECORD_SK, text(place.record().sort()));
    item.put(REASON, text(cause.reason().name()));
    item.put(CODE, text(cut(cause.code(), MAX_CODE_BYTES)));
    item.put(MESSAGE, text(cut(cause.message(), MAX_MESSAGE_BYTES)));
    item.put(ATTEMPTS, number(attempts.count()));
    item.put(FIRST_AT, millis(attempts.first()));
    item.put(LAST_AT, millis(attempts.last()));
    RecordCopy.put(event.item(), item);
    if (!event.published().isEmpty()) {
      item.put(PUBLISHED, AttributeValue.fromSs(event.published().stream().sorted().toList()));
    }
    return item;
  }

  static ParkedEvent eventOf(LaneKey lane, Map<String, AttributeValue> item) {
    Place place =
        new Place(
            lane,
            new StreamPosition(textOf(item, POSITION)),
            new RecordKey(textOf(item, RECORD_PK), textOf(item, RECORD_SK)),
            (int) numberOf(item, INDEX));
    Cause cause =
        new Cause(
            ParkReason.valueOf(textOf(item, REASON)), textOf(item, CODE), textOf(item, MESSAGE));
    Attempts attempts =
        new Attempts(
            (int) numberOf(item, ATTEMPTS), instantOf(item, FIRST_AT), instantOf(item, LAST_AT));
    AttributeValue published = item.get(PUBLISHED);
    return new ParkedEvent(
        place,
        cause,
        attempts,
        RecordCopy.of(item),
        published == null ? Set.of() : Set.copyOf(published.ss()));
  }

  /** The text's beginning, at most so many bytes in UTF-8. */
  static String cut(String text, int maxBytes) {
    if (RecordSize.utf8Length(text) <= maxBytes) {
      return text;
    }
    int bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      bytes += (int) RecordSize.utf8Length(text.substring(end, next));
      if (bytes > maxBytes) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }
}
