/** Calls to the control table: retried until they succeed, or a few times. */
@NullMarked
package io.github.dynamooutbox.relay.internal.call;

import org.jspecify.annotations.NullMarked;
