/** Requests to a DynamoDB table, repeated while they conflict with others or lack capacity. */
@NullMarked
package io.github.dynamooutbox.aws.internal.table;

import org.jspecify.annotations.NullMarked;
