/** What the outbox adds to a transaction, in the form that it is stored in. */
@NullMarked
package io.github.dynamooutbox.writer.internal.encode;

import org.jspecify.annotations.NullMarked;
