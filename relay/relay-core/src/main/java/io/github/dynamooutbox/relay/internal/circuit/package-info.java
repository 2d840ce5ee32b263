/**
 * Circuit breakers, which judge a target by its answers and not by the age of events, and what else
 * a shard saves for its next run.
 */
@NullMarked
package io.github.dynamooutbox.relay.internal.circuit;

import org.jspecify.annotations.NullMarked;
