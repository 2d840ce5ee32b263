package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.InboxBuilder;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** How a consumer recognizes repeats. */
enum Recognition {
  ENTRIES("entries", true, false),
  ENTRIES_AND_CURSOR("entries and cursor", true, true),
  CURSOR("cursor only", false, true);

  private final String text;
  private final boolean entries;
  private final boolean cursor;

  Recognition(String text, boolean entries, boolean cursor) {
    this.text = text;
    this.entries = entries;
    this.cursor = cursor;
  }

  boolean hasEntries() {
    return entries;
  }

  boolean hasCursor() {
    return cursor;
  }

  /** An inbox that parks events that arrive too early. */
  Inbox inbox(DynamoDbClient client) {
    OrderGuard guard = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK);
    InboxBuilder builder =
        Inbox.builder(client).table(Orders.TABLE).consumer(HandWrittenInbox.CONSUMER);
    if (cursor) {
      builder = entries ? builder.order(guard) : builder.orderByCursorOnly(guard);
    }
    return builder.build();
  }

  @Override
  public String toString() {
    return text;
  }
}
