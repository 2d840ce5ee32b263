/** The port to the parking lot: a durable place for what cannot be published now. */
@NullMarked
package io.github.dynamooutbox.relay.park;

import org.jspecify.annotations.NullMarked;
