package io.github.dynamooutbox.format;

/**
 * Heartbeat records, which distinguish an idle outbox from a dead one: they are committed on a
 * schedule, and the relay counts them. Their aggregate type is reserved.
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
