package io.github.dynamooutbox.operations.replay;

import java.util.Optional;

/**
 * What a replay has done since it was started or resumed.
 *
 * @param published events, counted once for each target that accepted them
 * @param parked events that are parked now, because their target did not accept them; a redrive
 *     publishes them
 * @param gone records that have left the table since the plan was made
 * @param isFinished whether the whole plan was followed; otherwise it can be resumed from the same
 *     directory
 * @param obstacle why not, unless the caller stopped it
 */
public record ReplayResult(
    long published, long parked, long gone, boolean isFinished, Optional<String> obstacle) {}
