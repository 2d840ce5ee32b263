package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a relay has to know of the control table before it publishes a batch.
 *
 * @param held backlogs that hold something; for an ordered target, later events of their lanes go
 *     behind it, whatever lane is closed
 * @param closedLanes those of the lanes that were asked for that are closed by themselves
 * @param circuits of the scope that was asked for, by target; one that is closed is not there
 * @param failing events of the scope that its last runs could not publish, by a name of their own
 * @param late whether the scope's oldest record was near the end of its time in the stream
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

  /** Nothing is parked, and every target is fine. */
  public static ParkedView empty() {
    return new ParkedView(Set.of(), Set.of(), Map.of(), Map.of(), Optional.empty());
  }
}
