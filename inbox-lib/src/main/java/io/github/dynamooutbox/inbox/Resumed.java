package io.github.dynamooutbox.inbox;

/**
 * What {@link Inbox#resume} did with the parked events of an aggregate.
 *
 * @param handled how many it handled
 * @param left how many are still parked because events before them are missing
 */
public record Resumed(int handled, int left) {}
