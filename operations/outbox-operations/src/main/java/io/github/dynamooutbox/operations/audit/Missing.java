package io.github.dynamooutbox.operations.audit;

import java.util.List;

/**
 * An event that is missing, or not proven to have arrived.
 *
 * @param targets the targets that it has not reached
 * @param unproven whether the relay may still deliver it
 * @param recordGone whether its record is no longer in the table, so that it cannot be replayed
 */
public record Missing(
    CommittedEvent event, List<String> targets, boolean unproven, boolean recordGone) {}
