/** The port to the queues of parked events, in bulk: what a relay appends to, and may not pass. */
@NullMarked
package io.github.dynamooutbox.relay.park.queue;

import org.jspecify.annotations.NullMarked;
