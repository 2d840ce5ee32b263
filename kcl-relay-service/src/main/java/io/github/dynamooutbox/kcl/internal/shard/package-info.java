/** Submits a leased shard's records to the relay, and checkpoints what is finished. */
@NullMarked
package io.github.dynamooutbox.kcl.internal.shard;

import org.jspecify.annotations.NullMarked;
