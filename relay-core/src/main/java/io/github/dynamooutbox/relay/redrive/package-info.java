/** Publishes what is parked, in order, and opens the lanes again. */
@NullMarked
package io.github.dynamooutbox.relay.redrive;

import org.jspecify.annotations.NullMarked;
