/** Receipts: what was published where, for audits. A missing one never costs an event. */
@NullMarked
package io.github.dynamooutbox.relay.receipt;

import org.jspecify.annotations.NullMarked;
