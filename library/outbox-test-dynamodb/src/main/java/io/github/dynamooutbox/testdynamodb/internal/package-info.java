/** Starts and ends processes, and what runs inside them. */
@NullMarked
package io.github.dynamooutbox.testdynamodb.internal;

import org.jspecify.annotations.NullMarked;
