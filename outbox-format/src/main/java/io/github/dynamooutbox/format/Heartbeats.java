package io.github.dynamooutbox.format;

/**
 * The records that tell an outbox that is idle from one that is dead: committed by a schedule, read
 * and counted by the relay. Their aggregate type is reserved.
 */
public final class Heartbeats {
  /** The aggregate type of heartbeats, and of nothing else. */
  public static final String AGGREGATE_TYPE = "outbox.heartbeat";

  private Heartbeats() {}

  /** Whether events of this aggregate are heartbeats. */
  public static boolean include(AggregateKey aggregate) {
    return aggregate.type().equals(AGGREGATE_TYPE);
  }
}
