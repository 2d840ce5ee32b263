/** The port to the parking lot: a durable store for events that cannot be published now. */
@NullMarked
package io.github.dynamooutbox.relay.park;

import org.jspecify.annotations.NullMarked;
