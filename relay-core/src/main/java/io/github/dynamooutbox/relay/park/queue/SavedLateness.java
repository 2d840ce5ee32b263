package io.github.dynamooutbox.relay.park.queue;

import java.time.Duration;
import java.time.Instant;

/**
 * How old a shard's first unfinished record was, for whoever asks later whether it got younger.
 *
 * @param since when that was
 * @param age of that record, by the stream's own creation time
 */
public record SavedLateness(Instant since, Duration age) {}
