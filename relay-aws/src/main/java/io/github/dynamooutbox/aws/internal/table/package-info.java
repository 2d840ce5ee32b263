/** Requests to a DynamoDB table that are repeated while many want the same at once. */
@NullMarked
package io.github.dynamooutbox.aws.internal.table;

import org.jspecify.annotations.NullMarked;
