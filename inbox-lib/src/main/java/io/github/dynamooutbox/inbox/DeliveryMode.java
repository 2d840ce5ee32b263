package io.github.dynamooutbox.inbox;

/** How events reach the consumer. */
public enum DeliveryMode {
  /**
   * Each message by itself: EventBridge, SNS to Lambda, a standard SQS queue. A message that is
   * delivered again holds up no others.
   */
  SINGLE,
  /**
   * In order: an SQS FIFO queue, a Kinesis stream. A message that is delivered again holds up those
   * behind it.
   */
  IN_ORDER
}
