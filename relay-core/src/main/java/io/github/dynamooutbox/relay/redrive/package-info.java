/** Publishes parked events in order and reopens the lanes. */
@NullMarked
package io.github.dynamooutbox.relay.redrive;

import org.jspecify.annotations.NullMarked;
