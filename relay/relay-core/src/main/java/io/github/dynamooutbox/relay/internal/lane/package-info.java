/** Lanes: which event may be sent next, in which batch, and when it is retried. */
@NullMarked
package io.github.dynamooutbox.relay.internal.lane;

import org.jspecify.annotations.NullMarked;
