/** Routing rules, and the lanes that result from them. */
@NullMarked
package io.github.dynamooutbox.relay.route;

import org.jspecify.annotations.NullMarked;
