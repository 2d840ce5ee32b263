package io.github.dynamooutbox.aws.target;

import io.github.dynamooutbox.relay.publish.BatchLimits;

/**
 * Settings that all kinds of targets have.
 *
 * @param ordered whether an aggregate's next event waits until the one before it was accepted
 * @param envelope form in which events are sent
 * @param limits limits of a request, and of concurrent requests
 * @param maxEntryBytes maximum size of an event as the service counts it; a larger one is refused
 *     before it is sent
 */
public record Sending(
    boolean ordered, EnvelopeForm envelope, BatchLimits limits, int maxEntryBytes) {}
