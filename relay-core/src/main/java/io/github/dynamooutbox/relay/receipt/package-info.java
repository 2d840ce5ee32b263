/**
 * Receipts of which event was published to which target, for audits. While receipts are written, a
 * relay's progress passes no event whose receipt is not durable, so a receipt that is not there
 * means that the event is still the relay's to deliver, or is lost.
 */
@NullMarked
package io.github.dynamooutbox.relay.receipt;

import org.jspecify.annotations.NullMarked;
