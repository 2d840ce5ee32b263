package io.github.dynamooutbox.aws.replay;

import java.util.Optional;

/**
 * What a replay has done since it was begun or went on.
 *
 * @param published events, once for each target that accepted them
 * @param parked events that are parked now, because their target did not accept them; a redrive
 *     publishes them
 * @param gone records that have left the table since the plan was made
 * @param isFinished whether the whole plan was followed; otherwise the same directory goes on
 * @param obstacle why not, if it was not stopped by whoever ran it
 */
public record ReplayResult(
    long published, long parked, long gone, boolean isFinished, Optional<String> obstacle) {}
