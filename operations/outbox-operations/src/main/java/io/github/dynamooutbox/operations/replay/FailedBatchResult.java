package io.github.dynamooutbox.operations.replay;

import java.util.Optional;

/**
 * What became of abandoned batches.
 *
 * @param published events, counted once for each target that has accepted them
 * @param parked events and records that are parked now
 * @param batches batches of which everything is published, parked or dropped by a rule
 * @param removed objects that were removed
 * @param isFinished whether that holds for all batches
 * @param obstacle why not, unless the caller stopped it
 */
public record FailedBatchResult(
    long published,
    long parked,
    int batches,
    int removed,
    boolean isFinished,
    Optional<String> obstacle) {}
