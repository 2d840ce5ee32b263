package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.relay.publish.Entry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * An event as {@code SendMessageBatch} takes it, except for its id, which is its index in the
 * request.
 *
 * @param request must not be logged: its {@code toString} contains the payload
 * @param bytes see {@link SqsTarget}
 */
record SqsEntry(SendMessageBatchRequestEntry request, int bytes) implements Entry {
  @Override
  public String toString() {
    return "SqsEntry[" + bytes + " bytes]";
  }
}
