/** One leased shard: its records go to the relay, what is finished is checkpointed. */
@NullMarked
package io.github.dynamooutbox.kcl.internal.shard;

import org.jspecify.annotations.NullMarked;
