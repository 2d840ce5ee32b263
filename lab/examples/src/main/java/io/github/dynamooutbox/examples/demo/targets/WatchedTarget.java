package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.system.DemoTarget;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import java.time.Instant;
import java.util.List;

/** A target: what it accepted, in order, and what its consumer received. Thread-safe. */
public final class WatchedTarget {
  private final String name;
  private final String kind;
  private final Acceptances log;
  private final Receiver receiver;
  private final OrderTotals consumer;

  /** An event that the target accepted, and when, by the target's clock. */
  public record Acceptance(String eventId, Instant at) {}

  /** What a target reports as accepted. Thread-safe. */
  interface Acceptances {
    long count();

    List<Acceptance> accepted();
  }

  WatchedTarget(DemoTarget target, Acceptances log, Receiver receiver, OrderTotals consumer) {
    this.name = target.toString();
    this.kind = target.kind();
    this.log = log;
    this.receiver = receiver;
    this.consumer = consumer;
  }

  public String name() {
    return name;
  }

  /** Name of the service, for display. */
  public String kind() {
    return kind;
  }

  /** The number of events that the target has accepted, duplicates included. */
  public long published() {
    return log.count();
  }

  /** The number of events that its consumer has received and finished, duplicates included. */
  public long received() {
    return receiver.count();
  }

  /** All events that the target accepted, in order of acceptance. */
  public List<Acceptance> accepted() {
    return log.accepted();
  }

  /** The ids of all events that its consumer received, in the order of their arrival. */
  public List<String> receivedIds() {
    return receiver.eventIds();
  }

  /** The consumer's projection. */
  public OrderTotals totals() {
    return consumer;
  }
}
