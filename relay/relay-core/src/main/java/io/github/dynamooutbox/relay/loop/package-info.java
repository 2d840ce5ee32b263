/**
 * The event loop that runs a relay's work one task after the other, and the delay before retries.
 */
@NullMarked
package io.github.dynamooutbox.relay.loop;

import org.jspecify.annotations.NullMarked;
