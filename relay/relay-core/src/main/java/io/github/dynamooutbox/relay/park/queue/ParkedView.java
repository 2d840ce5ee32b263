package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Set;

/**
 * What a relay has to read from the control table before it publishes a batch.
 *
 * @param held backlogs that are held; for an ordered target, later events of their lanes go behind
 *     them, whichever lanes are closed
 * @param closedLanes which of the requested lanes are closed by themselves
 * @param memory what earlier runs of the requested scope saved
 */
public record ParkedView(Set<QueueName.Part> held, Set<LaneKey> closedLanes, SavedMemory memory) {
  public ParkedView {
    held = Set.copyOf(held);
    closedLanes = Set.copyOf(closedLanes);
  }

  /** A view in which nothing is parked and every target works. */
  public static ParkedView empty() {
    return new ParkedView(Set.of(), Set.of(), SavedMemory.NONE);
  }
}
