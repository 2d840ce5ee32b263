package io.github.dynamooutbox.localaws;

/** What tests need of an endpoint and not every endpoint has. */
public enum Ability {
  /** DynamoDB deletes what has expired, by itself and soon. */
  TTL_DELETES,
  /** Kinesis takes CBOR, which the SDK speaks unless told otherwise. */
  CBOR,
  /** A FIFO topic hands the messages of a group to a FIFO queue in their order. */
  FIFO_ORDER,
  /** A FIFO topic takes a deduplication id once. */
  FIFO_DEDUPLICATION
}
