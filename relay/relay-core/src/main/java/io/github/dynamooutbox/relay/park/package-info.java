/** Parked events, which cannot be published now, and when and why events are parked. */
@NullMarked
package io.github.dynamooutbox.relay.park;

import org.jspecify.annotations.NullMarked;
