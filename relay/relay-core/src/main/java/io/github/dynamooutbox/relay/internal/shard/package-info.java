/** How the relay's steps are put together for one shard; start at {@code StreamShardRelay}. */
@NullMarked
package io.github.dynamooutbox.relay.internal.shard;

import org.jspecify.annotations.NullMarked;
