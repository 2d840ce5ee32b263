/** The port to a target: entries, batches, and the outcome of each entry. */
@NullMarked
package io.github.dynamooutbox.relay.publish;

import org.jspecify.annotations.NullMarked;
