package io.github.dynamooutbox.relay.park;

/** Why an event is parked. */
public enum ParkReason {
  /** The target will never accept it. */
  REJECTED,
  /** The target has been failing for too long. */
  BLOCKED,
  /** No rule matches it. */
  UNROUTABLE,
  /** Its record cannot be read. */
  MALFORMED,
  /** An earlier event of its lane is parked. */
  BEHIND
}
