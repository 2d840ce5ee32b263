/** The way back: empties queues of parked events through the relay's own pipeline. */
@NullMarked
package io.github.dynamooutbox.relay.internal.redrive;

import org.jspecify.annotations.NullMarked;
