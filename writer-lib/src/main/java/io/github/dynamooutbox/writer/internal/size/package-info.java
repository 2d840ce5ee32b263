/** How many bytes items take in DynamoDB, and events at targets. */
@NullMarked
package io.github.dynamooutbox.writer.internal.size;

import org.jspecify.annotations.NullMarked;
