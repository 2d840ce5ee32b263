package io.github.dynamooutbox.kcl.internal.lease;

import io.github.dynamooutbox.aws.examine.StreamTrial;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Requires that a worker can read its stream. KCL retries for ever what it may not do, and says so
 * nowhere; a worker that cannot read would take leases all the same.
 */
public final class StreamAccess {
  private StreamAccess() {}

  /**
   * Tries each call that reading takes.
   *
   * @throws ServiceException if the stream cannot be read
   */
  public static void require(DynamoDbStreamsClient streams, String arn) {
    try {
      StreamTrial.read(streams, arn);
    } catch (SdkException e) {
      throw ServiceException.cannotRead(
          "%s cannot be read (%s): see that it can be reached, and that dynamodb:DescribeStream, GetShardIterator and GetRecords are allowed"
              .formatted(arn, ReadFailures.reason(e)),
          e);
    }
  }
}
