package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.List;
import java.util.Optional;

/**
 * What became of a page.
 *
 * @param left the events that stay, for each segment
 * @param published accepted events, counted once for each target
 * @param moved events that are in another queue now
 * @param obstacle why something stays, or was moved
 */
record PageOutcome(
    List<List<ParkedEvent>> left, int published, int moved, Optional<Stuck> obstacle) {}
