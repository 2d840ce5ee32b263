package io.github.dynamooutbox.relay.park.queue;

import java.time.Instant;

/**
 * An event that a target does not take, as it is kept between runs.
 *
 * @param since when it first failed
 * @param savedAt when this was written; what nobody has renewed for long says nothing any more
 * @param othersPass whether the target has taken most of the others meanwhile
 */
public record SavedFailing(Instant since, Instant savedAt, boolean othersPass) {}
