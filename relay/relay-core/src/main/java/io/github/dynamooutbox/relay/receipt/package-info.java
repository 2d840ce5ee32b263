/**
 * Receipts of which event was published to which target, for audits. Where receipts are written, a
 * relay's progress never passes an event whose receipt is not durable. So a missing receipt means
 * that the relay has yet to deliver the event, or that the event is lost.
 */
@NullMarked
package io.github.dynamooutbox.relay.receipt;

import org.jspecify.annotations.NullMarked;
