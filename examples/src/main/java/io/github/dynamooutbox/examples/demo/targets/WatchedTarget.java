package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.localaws.stub.AcceptanceLog;
import io.github.dynamooutbox.localaws.stub.Accepted;
import java.time.Instant;
import java.util.List;

/** A target: what it accepted, in order, and what its consumer received. Thread-safe. */
public final class WatchedTarget {
  private final String name;
  private final String kind;
  private final AcceptanceLog<? extends Accepted> log;
  private final Receiver receiver;
  private final OrderTotals consumer;

  /** An event that the target accepted, and when, by the target's clock. */
  public record Acceptance(String eventId, Instant at) {}

  WatchedTarget(
      String name,
      String kind,
      AcceptanceLog<? extends Accepted> log,
      Receiver receiver,
      OrderTotals consumer) {
    this.name = name;
    this.kind = kind;
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
    return log.accepted().stream()
        .map(entry -> new Acceptance(Envelopes.cloudEvent(entry.body()).id(), entry.acceptedAt()))
        .toList();
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
