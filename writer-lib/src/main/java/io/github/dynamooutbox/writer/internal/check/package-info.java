/** Rules about the actions of a transaction that need no text of an exception. */
@NullMarked
package io.github.dynamooutbox.writer.internal.check;

import org.jspecify.annotations.NullMarked;
