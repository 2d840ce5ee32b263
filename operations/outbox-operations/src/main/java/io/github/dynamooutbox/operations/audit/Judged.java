package io.github.dynamooutbox.operations.audit;

/**
 * What became of one event, by target; sets of targets are bits, and the last three do not overlap.
 *
 * @param routed all targets of the event; none: a rule drops it
 * @param published accepted by the target
 * @param parked in a queue
 * @param unproven neither
 */
record Judged(Found found, long routed, long published, long parked, long unproven) {}
