package io.github.dynamooutbox.localaws.stub;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An event that a bus accepted.
 *
 * @param target the bus
 * @param id the event id that EventBridge assigned
 * @param body the detail, as it was sent
 * @param time the event's own time; the time of acceptance if the entry had none
 * @param traceHeader the entry's X-Ray trace header
 */
public record AcceptedEvent(
    long ordinal,
    String target,
    String id,
    String source,
    String detailType,
    String body,
    Instant time,
    List<String> resources,
    Optional<String> traceHeader,
    Instant acceptedAt)
    implements Accepted {
  public AcceptedEvent {
    resources = List.copyOf(resources);
  }

  /** Names the event, without its body. */
  @Override
  public String toString() {
    return "event " + id + " at bus " + target + ", ordinal " + ordinal;
  }
}
