/**
 * The port to the queues of parked events, to which a relay appends in bulk and which live events
 * must not overtake.
 */
@NullMarked
package io.github.dynamooutbox.relay.park.queue;

import org.jspecify.annotations.NullMarked;
