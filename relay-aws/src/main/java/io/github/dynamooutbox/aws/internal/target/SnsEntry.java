package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.relay.publish.Entry;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;

/**
 * An event as {@code PublishBatch} takes it, but for its id, which is its place in the request.
 *
 * @param request its {@code toString} shows the message: not for logs
 * @param bytes see {@link SnsTarget}
 */
record SnsEntry(PublishBatchRequestEntry request, int bytes) implements Entry {
  @Override
  public String toString() {
    return "SnsEntry[" + bytes + " bytes]";
  }
}
