/**
 * For users of the SDK's DynamoDB Enhanced Client, which this package alone needs on the class
 * path: adds the outbox to an enhanced transaction.
 */
@NullMarked
package io.github.dynamooutbox.writer.enhanced;

import org.jspecify.annotations.NullMarked;
