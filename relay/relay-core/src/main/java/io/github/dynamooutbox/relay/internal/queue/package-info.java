/** Appending to queues of parked events, safe against crashes and redrives at any moment. */
@NullMarked
package io.github.dynamooutbox.relay.internal.queue;

import org.jspecify.annotations.NullMarked;
