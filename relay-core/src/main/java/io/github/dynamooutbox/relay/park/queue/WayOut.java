package io.github.dynamooutbox.relay.park.queue;

import java.time.Instant;
import java.util.Optional;

/**
 * That an event is not parked any more because somebody has decided so. Consumers that wait for the
 * event can find out.
 *
 * @param eventId the event's id; of a record that cannot be read, its keys
 * @param target for which it was parked
 * @param sentTo to which other target it was sent instead; empty: it was discarded
 * @param by who has decided it
 * @param reason why
 * @param at when
 */
public record WayOut(
    String eventId, String target, Optional<String> sentTo, String by, String reason, Instant at) {}
