/**
 * Receipts of which event was published to which target, for audits. A missing receipt never causes
 * the loss of an event.
 */
@NullMarked
package io.github.dynamooutbox.relay.receipt;

import org.jspecify.annotations.NullMarked;
