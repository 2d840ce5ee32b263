package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.redrive.RedriveResult.StillParked;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Map;

/**
 * What the redrive of several lanes came to.
 *
 * @param reopened lanes of which nothing is parked any more
 * @param published events that were published
 * @param stillParked lanes that were tried in vain, and why
 * @param notTried lanes that were left because their target failed, or because time was up
 */
public record RedriveSummary(
    int reopened, int published, Map<LaneKey, StillParked> stillParked, int notTried) {
  public RedriveSummary {
    stillParked = Map.copyOf(stillParked);
  }
}
