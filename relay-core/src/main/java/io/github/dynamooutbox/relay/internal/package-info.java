/** How the relay's steps are put together for one shard. Nothing here is for users. */
@NullMarked
package io.github.dynamooutbox.relay.internal;

import org.jspecify.annotations.NullMarked;
