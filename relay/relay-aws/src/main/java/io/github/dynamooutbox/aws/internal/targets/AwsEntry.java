package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.relay.publish.Entry;

/**
 * An event as its service takes it. SNS and SQS also want an id, which is its index in the request.
 *
 * @param request must not be logged: its {@code toString} contains the payload
 * @param bytes as the target counts them
 * @param <R> the service's type of an entry
 */
record AwsEntry<R>(R request, int bytes) implements Entry {
  AwsEntry(R request, long bytes) {
    this(request, (int) Math.min(bytes, Integer.MAX_VALUE));
  }

  @Override
  public String toString() {
    return "AwsEntry[" + bytes + " bytes]";
  }
}
