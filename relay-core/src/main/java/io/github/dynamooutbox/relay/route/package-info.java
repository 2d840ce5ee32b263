/** From an event to the targets that want it. */
@NullMarked
package io.github.dynamooutbox.relay.route;

import org.jspecify.annotations.NullMarked;
