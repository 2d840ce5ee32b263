package io.github.dynamooutbox.inbox;

/** How events reach the consumer. */
public enum DeliveryMode {
  /**
   * Each message by itself: EventBridge, SNS to Lambda, a standard SQS queue. A message that is
   * delivered again holds up no other.
   */
  SINGLE,
  /**
   * In order, and a message that is delivered again holds up those behind it: an SQS FIFO queue, a
   * Kinesis stream.
   */
  IN_ORDER
}
