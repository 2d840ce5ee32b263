package io.github.dynamooutbox.localaws.stub;

import java.time.Duration;
import java.util.function.Predicate;

/** The Custom Event Buses of a stub, for tests that arrange what no publisher can. Thread-safe. */
public interface CustomBuses {
  /**
   * Creates a bus that is active.
   *
   * @return its ARN
   */
  String create(String name, Duration retention);

  /** Puts a bus into another state; in most of them it accepts no events. */
  void state(String arn, String state, String reason);

  /**
   * Denies every request with an entry that matches, as a policy with a condition does. Replaces
   * the policy before. The entry's key is its event group.
   */
  void deny(Predicate<BatchEntry> policy);

  /** How much of a group a bus takes in a second: events, and KB of their data. */
  void groupRate(int eventsAndKilobytes);

  /**
   * Hands events to a queue or to a function, from the oldest that the bus retains.
   *
   * @param targetArn of a queue, or of a function of {@link FunctionDelivery}
   * @param fifo whether the events of a group are delivered one after the other, in order
   * @param withMetadata whether the target gets {@code Data}, {@code Metadata} and {@code
   *     SystemMetadata}, or else the payload alone
   */
  void subscribe(String busArn, String targetArn, boolean fifo, boolean withMetadata);
}
