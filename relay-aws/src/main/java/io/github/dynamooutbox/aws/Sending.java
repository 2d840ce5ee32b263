package io.github.dynamooutbox.aws;

import io.github.dynamooutbox.relay.publish.BatchLimits;

/**
 * How events go to a target, whatever its kind.
 *
 * @param ordered whether an aggregate's next event waits until the one before it was accepted
 * @param envelope what is sent for an event
 * @param limits how much goes into one request, and how many requests at once
 * @param maxEntryBytes a larger event is refused before it is sent; as the service counts it
 */
public record Sending(
    boolean ordered, EnvelopeForm envelope, BatchLimits limits, int maxEntryBytes) {}
