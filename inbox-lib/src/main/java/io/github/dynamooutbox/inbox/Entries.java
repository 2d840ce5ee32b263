package io.github.dynamooutbox.inbox;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Put;

/** Entries of handled events, by which repeats are recognised. */
final class Entries {
  static final String HANDLED_AT = "handledAt";

  private final InboxSettings settings;
  private final InboxKeys keys;
  private final PutOnce once;

  Entries(InboxSettings settings, InboxKeys keys) {
    this.settings = settings;
    this.keys = keys;
    this.once = new PutOnce(settings, keys);
  }

  /** Puts an entry under the condition that there is none. */
  Put put(ReceivedEvent event) {
    return once.of(item(event));
  }

  /** Checks that there is no entry. */
  ConditionCheck check(ReceivedEvent event) {
    return ConditionCheck.builder()
        .tableName(settings.table())
        .key(keys.entry(event))
        .conditionExpression("attribute_not_exists(#key)")
        .expressionAttributeNames(Map.of("#key", keys.partitionKey()))
        .build();
  }

  Map<String, AttributeValue> item(ReceivedEvent event) {
    Instant now = settings.clock().instant();
    Map<String, AttributeValue> item = new HashMap<>(keys.entry(event));
    item.put(HANDLED_AT, number(now.toEpochMilli()));
    item.put(
        settings.schema().ttlAttribute(), number(now.plus(settings.retention()).getEpochSecond()));
    return item;
  }

  static AttributeValue number(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  /** Puts an item only if there is none with its key. */
  static final class PutOnce {
    private final String table;
    private final Map<String, String> names;

    PutOnce(InboxSettings settings, InboxKeys keys) {
      this.table = settings.table();
      this.names = Map.of("#key", keys.partitionKey());
    }

    Put of(Map<String, AttributeValue> item) {
      return Put.builder()
          .tableName(table)
          .item(item)
          .conditionExpression("attribute_not_exists(#key)")
          .expressionAttributeNames(names)
          .build();
    }
  }
}
