package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.relay.publish.Entry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;

/**
 * An event as {@code PutEvents} takes it.
 *
 * @param request must not be logged: its {@code toString} contains the payload
 * @param bytes see {@link EventBridgeTarget}
 */
record EventBridgeEntry(PutEventsRequestEntry request, int bytes) implements Entry {
  @Override
  public String toString() {
    return "EventBridgeEntry[" + bytes + " bytes]";
  }
}
