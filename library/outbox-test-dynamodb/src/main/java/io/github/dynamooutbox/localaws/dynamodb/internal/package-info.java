/** Starts and ends processes, and what runs inside them. */
@NullMarked
package io.github.dynamooutbox.localaws.dynamodb.internal;

import org.jspecify.annotations.NullMarked;
