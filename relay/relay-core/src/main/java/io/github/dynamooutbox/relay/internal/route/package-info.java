/** Routing: from an event to its targets. */
@NullMarked
package io.github.dynamooutbox.relay.internal.route;

import org.jspecify.annotations.NullMarked;
