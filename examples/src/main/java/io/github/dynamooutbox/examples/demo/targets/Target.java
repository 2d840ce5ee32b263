package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.localaws.stub.AcceptanceLog;
import io.github.dynamooutbox.localaws.stub.Accepted;
import java.time.Instant;
import java.util.List;

/** One target: what it took, in its own order, and what came out of it. Thread-safe. */
public final class Target {
  private final String name;
  private final String kind;
  private final AcceptanceLog<? extends Accepted> log;
  private final Receiver receiver;

  /** An event that the target took, and when, by the target's clock. */
  public record Acceptance(String eventId, Instant at) {}

  Target(String name, String kind, AcceptanceLog<? extends Accepted> log, Receiver receiver) {
    this.name = name;
    this.kind = kind;
    this.log = log;
    this.receiver = receiver;
  }

  public String name() {
    return name;
  }

  /** Which service it is of. */
  public String kind() {
    return kind;
  }

  /** How many events the target took so far, repeated ones included. */
  public long published() {
    return log.count();
  }

  /** How many events its consumer got so far, repeated ones included. */
  public long received() {
    return receiver.count();
  }

  /** All that the target took, in order of acceptance. */
  public List<Acceptance> accepted() {
    return log.accepted().stream()
        .map(entry -> new Acceptance(EventIds.ofCloudEvent(entry.body()), entry.acceptedAt()))
        .toList();
  }

  /** The ids of all that its consumer got, in the order in which it came. */
  public List<String> receivedIds() {
    return receiver.eventIds();
  }
}
