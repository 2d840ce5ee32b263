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

  /** What a target says that it has accepted. Thread-safe. */
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

  /** The service, for display. */
  public String kind() {
    return kind;
  }

  /** How many events the target has accepted, duplicates included. */
  public long published() {
    return log.count();
  }

  /** How many events its consumer has received and finished, duplicates included. */
  public long received() {
    return receiver.count();
  }

  /** All that the target accepted, in order of acceptance. */
  public List<Acceptance> accepted() {
    return log.accepted();
  }

  /** The ids of all that its consumer got, in the order in which it came. */
  public List<String> receivedIds() {
    return receiver.eventIds();
  }

  /** What its consumer made of them. */
  public OrderTotals totals() {
    return consumer;
  }
}
