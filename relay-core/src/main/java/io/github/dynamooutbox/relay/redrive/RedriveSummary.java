package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.redrive.RedriveResult.StillParked;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Map;

/**
 * The result of redriving several lanes.
 *
 * @param reopened lanes that have no parked events left
 * @param published number of published events
 * @param stillParked lanes that still have parked events, and why
 * @param notTried lanes that were left out because their target failed or time ran out
 */
public record RedriveSummary(
    int reopened, int published, Map<LaneKey, StillParked> stillParked, int notTried) {
  public RedriveSummary {
    stillParked = Map.copyOf(stillParked);
  }
}
