package io.github.dynamooutbox.relay.park.queue;

import java.time.Instant;

/**
 * An event that a target does not accept, as it is saved between runs.
 *
 * @param since when it first failed
 * @param savedAt when this was written; if it was not renewed for long, it says nothing any more
 * @param othersPass whether the target has accepted most of the others meanwhile
 */
public record SavedFailing(Instant since, Instant savedAt, boolean othersPass) {}
