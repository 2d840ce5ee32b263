/** What an answer of DynamoDB, or the lack of one, says about a transaction. */
@NullMarked
package io.github.dynamooutbox.writer.internal.settle;

import org.jspecify.annotations.NullMarked;
