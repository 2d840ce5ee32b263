package io.github.dynamooutbox.relay.park.queue;

import java.time.Duration;
import java.time.Instant;

/**
 * How old a shard's first unfinished record was, so that a later run can tell whether the lag is
 * shrinking.
 *
 * @param since when this was observed
 * @param age the age of that record, by the stream's own creation time
 */
public record SavedLateness(Instant since, Duration age) {}
