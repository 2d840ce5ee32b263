/** Whether a target is down, which is a fact about the target and not about an event's age. */
@NullMarked
package io.github.dynamooutbox.relay.internal.circuit;

import org.jspecify.annotations.NullMarked;
