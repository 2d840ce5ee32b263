/**
 * The relay: takes a shard's stream records, publishes their events to targets, keeps the order of
 * each aggregate, and reports up to which position everything is finished.
 *
 * <p>Start with {@link Relay}. The packages beside it contain its ports and values: {@code stream}
 * (hosts), {@code publish} (targets), {@code park}, {@code progress} and {@code receipt} (the
 * control table), {@code observe} (metrics and logs), {@code loop} (threads). The steps themselves
 * are in {@code internal}. Independent of the AWS SDK and of hosts.
 */
@NullMarked
package io.github.dynamooutbox.relay;

import org.jspecify.annotations.NullMarked;
