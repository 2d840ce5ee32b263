/** Which records of a shard are finished. */
@NullMarked
package io.github.dynamooutbox.relay.internal.progress;

import org.jspecify.annotations.NullMarked;
