package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What a relay has to read from the control table before it publishes a batch.
 *
 * @param held backlogs that are held; for an ordered target, later events of their lanes go behind
 *     them, whichever lanes are closed
 * @param closedLanes which of the requested lanes are closed by themselves
 * @param memory what earlier runs of the requested scope saved
 * @param served for each target the mark of the last redrive of which it accepted something;
 *     another mark than before means that it has accepted something since
 */
public record ParkedView(
    Set<QueueName.Part> held,
    Set<LaneKey> closedLanes,
    SavedMemory memory,
    Map<String, String> served) {
  public ParkedView {
    held = Set.copyOf(held);
    closedLanes = Set.copyOf(closedLanes);
    served = Map.copyOf(served);
  }

  /**
   * The circuits as they are now: an open one whose target a redrive has served since is half open.
   */
  public Map<String, SavedCircuit> circuitsNow() {
    Map<String, SavedCircuit> now = new HashMap<>(memory.circuits());
    now.replaceAll((target, circuit) -> circuit.seen(served.getOrDefault(target, "")));
    return now;
  }

  /** A view in which nothing is parked and every target works. */
  public static ParkedView empty() {
    return new ParkedView(Set.of(), Set.of(), SavedMemory.NONE, Map.of());
  }
}
