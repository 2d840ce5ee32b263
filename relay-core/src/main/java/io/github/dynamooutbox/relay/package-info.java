/**
 * The relay: takes a shard's stream records, publishes their events to targets, keeps each
 * aggregate in order, and says up to which position everything is finished.
 *
 * <p>The packages below follow an event's way: {@code stream}, {@code decode}, {@code route},
 * {@code lane}, {@code publish}, {@code park}, {@code progress}. Knows no AWS SDK and no host.
 */
@NullMarked
package io.github.dynamooutbox.relay;

import org.jspecify.annotations.NullMarked;
