package io.github.dynamooutbox.aws.internal.target;

import io.github.dynamooutbox.relay.publish.Entry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;

/**
 * An event as {@code PutRecords} takes it.
 *
 * @param request must not be logged: its {@code toString} contains the payload
 * @param bytes see {@link KinesisTarget}
 */
record KinesisEntry(PutRecordsRequestEntry request, int bytes) implements Entry {
  @Override
  public String toString() {
    return "KinesisEntry[" + bytes + " bytes]";
  }
}
