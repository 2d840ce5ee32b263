/** Reading ahead, and within a rate. */
@NullMarked
package io.github.dynamooutbox.operations.internal.read;

import org.jspecify.annotations.NullMarked;
