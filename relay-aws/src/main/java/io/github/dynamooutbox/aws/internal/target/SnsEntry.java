package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.relay.publish.Entry;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;

/**
 * An event as {@code PublishBatch} takes it, except for its id, which is its index in the request.
 *
 * @param request must not be logged: its {@code toString} contains the payload
 * @param bytes see {@link SnsTarget}
 */
record SnsEntry(PublishBatchRequestEntry request, int bytes) implements Entry {
  @Override
  public String toString() {
    return "SnsEntry[" + bytes + " bytes]";
  }
}
