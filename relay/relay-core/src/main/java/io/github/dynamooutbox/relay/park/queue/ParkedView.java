package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a relay has to read from the control table before it publishes a batch.
 *
 * @param held backlogs that are held; for an ordered target, later events of their lanes go behind
 *     them, whichever lanes are closed
 * @param closedLanes which of the requested lanes are closed by themselves
 * @param circuits the circuits of the requested scope, by target, without closed ones
 * @param failing events that the last runs of the scope could not publish, by the name under which
 *     they were saved
 * @param late the age of the scope's oldest record, if it was close to the end of the stream's
 *     retention
 */
public record ParkedView(
    Set<QueueName.Part> held,
    Set<LaneKey> closedLanes,
    Map<String, SavedCircuit> circuits,
    Map<String, SavedFailing> failing,
    Optional<SavedLateness> late) {
  public ParkedView {
    held = Set.copyOf(held);
    closedLanes = Set.copyOf(closedLanes);
    circuits = Map.copyOf(circuits);
    failing = Map.copyOf(failing);
  }

  /** A view in which nothing is parked and every target works. */
  public static ParkedView empty() {
    return new ParkedView(Set.of(), Set.of(), Map.of(), Map.of(), Optional.empty());
  }
}
