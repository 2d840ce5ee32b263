/** From an event to the targets that want it. */
@NullMarked
package io.github.dynamooutbox.relay.internal.route;

import org.jspecify.annotations.NullMarked;
